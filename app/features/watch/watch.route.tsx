import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { type ShouldRevalidateFunction, useLoaderData, useSearchParams } from "@remix-run/react";
import { texts } from "../../texts/index.ts";
import { Later } from "../../ui/feedback/deferred.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { watchClientAction } from "./actions/client-action.ts";
import { answerToWish } from "./actions/watch-actions.server.ts";
import { Leaving } from "./page/leaving.tsx";
import { MissingVideo } from "./page/no-video.tsx";
import { useSteadyPage } from "./page/use-steady-page.ts";
import { statusOf, type WatchPageData, watchPage } from "./page/watch.server.ts";
import { WatchPage } from "./page/watch-page.tsx";
import { WatchSkeleton } from "./page/watch-skeleton.tsx";

/** A player that does nothing is no player. */
export const handle = { scripts: "at once" };

export async function loader({ context, request }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get("id");
  if (!id) return { page: null };
  const page = await watchPage(context, id);
  return data({ page }, { status: statusOf(page.video) });
}

export async function action({ context, request }: ActionFunctionArgs) {
  const done = await answerToWish(context, request);
  return done instanceof Response ? done : data(done.answer, { status: done.status });
}

export const clientAction = watchClientAction;

/** Of what a viewer does here, a like and a favourite change the video. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  formData,
  actionResult,
  defaultShouldRevalidate,
}) => {
  if ((formMethod ?? "GET") === "GET") return defaultShouldRevalidate;
  return actionResult?.ok === true && /^(like|favourite)$/.test(String(formData?.get("intent")));
};

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const inherited = matches.flatMap((match) => match.meta).filter((tag) => !("title" in tag));
  const video = data?.page?.video;
  const known = video && !(video instanceof Promise) && video.ok ? video.data : undefined;
  const title = known === null ? texts.video.missing : (known?.title ?? texts.video.title);
  return [{ title }, ...inherited];
};

export default function Watch() {
  const { page } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <div className="page">
      <PageHeader title={texts.video.title} stage />
      {page ? <Watched code={params.get("id") ?? ""} asked={page} /> : <Leaving />}
    </div>
  );
}

function Watched({ code, asked }: { code: string; asked: WatchPageData }) {
  const { page, renewed } = useSteadyPage(code, asked);
  return (
    <Later value={page.video} skeleton={<WatchSkeleton />}>
      {(video) =>
        video ? (
          <WatchPage video={renewed ?? video} ad={page.ad} origin={page.origin} />
        ) : (
          <MissingVideo requestId={page.requestId} />
        )
      }
    </Later>
  );
}

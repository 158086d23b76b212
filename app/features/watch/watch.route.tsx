import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  replace,
} from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useLoaderData,
  useSearchParams,
} from "@remix-run/react";
import { useState } from "react";
import type { ActionResult } from "../../../server/outcomes/actions.ts";
import { FAVOURITES_ADDRESS } from "../../addresses.ts";
import { changePage } from "../../lists/list-page.ts";
import { RowsSkeleton } from "../../lists/list-skeletons.tsx";
import { watchIntents } from "../../navigation/video-intents.tsx";
import { settlePurchase } from "../../purchase/use-purchase.ts";
import { actionFailed } from "../../results/action-result.ts";
import { keepsCookies } from "../../session/member-lock.ts";
import { notifySessionEnded, sessionEndingOf } from "../../session/session-ended.tsx";
import { texts } from "../../texts/index.ts";
import { AdStripSkeleton } from "../../ui/ads/ads.tsx";
import { Deferred } from "../../ui/feedback/deferred.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { ownTitle, stageColour } from "../../ui/layout/page-title.ts";
import { SectionHead } from "../../ui/layout/section-head.tsx";
import { useSignalEffect } from "../../ui/paint.ts";
import { sendFavourite, sendLike } from "./actions/likes-and-favourites.ts";
import { actOnVideo } from "./actions/watch-actions.server.ts";
import { MissingVideo, NoVideoRequested } from "./no-video.tsx";
import page from "./page/watch-page.module.css";
import { useTappedCover, WatchPage } from "./page/watch-page.tsx";
import styles from "./page/watch-skeleton.module.css";
import { statusOf, type WatchPageData, type WatchPageVideo, watchPage } from "./watch.server.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get("id");
  if (!id) return { page: null };
  const page = await watchPage(context, id);
  return data({ page }, { status: statusOf(page.video) });
}

export async function action({ context, request }: ActionFunctionArgs) {
  const result = await actOnVideo(context, request);
  if (result instanceof Response) return result;
  if ("topUpAddress" in result) return replace(result.topUpAddress, 303);
  return data(result, { status: !result.ok && result.reason === "invalid" ? 400 : 200 });
}

const changesVideo: ReadonlySet<unknown> = new Set([watchIntents.like, watchIntents.favourite]);

export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  formData,
  actionResult,
  defaultShouldRevalidate,
}) => {
  if ((formMethod ?? "GET") === "GET") return defaultShouldRevalidate;
  return actionResult?.ok === true && changesVideo.has(formData?.get("intent"));
};

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const inherited = matches.flatMap((match) => match.meta);
  const video = data?.page?.video;
  const loaded = video && !(video instanceof Promise) && video.ok ? video.data : undefined;
  const title = loaded === null ? texts.video.missing : (loaded?.title ?? texts.video.title);
  return [...inherited, ownTitle(title), stageColour];
};

export default function Watch() {
  const { page } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <div className="page wide">
      <PageHeader title={texts.video.title} stage />
      {page ? <LoadedPage code={params.get("id") ?? ""} loaded={page} /> : <NoVideoRequested />}
    </div>
  );
}

function LoadedPage({ code, loaded }: { code: string; loaded: WatchPageData }) {
  const { page, renewed } = useStablePage(code, loaded);
  return (
    <Deferred value={page.video} skeleton={<WatchSkeleton />}>
      {(video) =>
        video ? (
          <WatchPage video={renewed ?? video} ad={page.ad} />
        ) : (
          <MissingVideo requestId={page.requestId} />
        )
      }
    </Deferred>
  );
}

const videoOf = async ({ video }: WatchPageData): Promise<WatchPageVideo | null> => {
  const outcome = await Promise.resolve(video).catch(() => undefined);
  return outcome?.ok ? outcome.data : null;
};

/** Revalidation must not interrupt playback: reloaded data is returned as `renewed`, unless the page had no video. */
function useStablePage(code: string, loaded: WatchPageData) {
  const [shown, show] = useState({ code, page: loaded });
  const [renewed, renew] = useState<WatchPageVideo>();
  if (shown.code !== code) {
    show({ code, page: loaded });
    renew(undefined);
  }

  const { page } = shown;
  useSignalEffect([code, loaded, page], (signal) => {
    if (loaded === page) return;
    Promise.all([videoOf(page), videoOf(loaded)]).then(([before, after]) => {
      if (signal.aborted) return;
      if (!before) show({ code, page: loaded });
      else if (after) renew(after);
    });
  });

  return shown.code === code ? { page, renewed } : { page: loaded, renewed: undefined };
}

function WatchSkeleton() {
  const cover = useTappedCover();
  return (
    <main className={page.theatre} aria-busy="true">
      <div className={page.stage}>
        <div className={styles.stage}>{cover && <img src={cover} alt="" />}</div>
      </div>
      <div className={styles.facts} aria-hidden="true">
        <div className={`${styles.line} ${styles.title}`} />
        <div className={`${styles.line} ${styles.meta}`} />
        <div className={styles.line} />
        <div className={styles.line} />
      </div>
      <div className={styles.actions} aria-hidden="true">
        <i className={styles.action} />
        <i className={styles.action} />
        <i className={styles.action} />
        <i className={styles.action} />
      </div>
      <AdStripSkeleton />
      <div className={page.newest}>
        <SectionHead title={texts.video.newest} />
        <RowsSkeleton />
      </div>
    </main>
  );
}

/** Handles the answer here, because the visitor may have left the page by then. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  const intent = form.get("intent");
  const code = new URL(request.url).searchParams.get("id") ?? "";
  const send = async () =>
    keepsCookies()
      ? withoutThrowing(serverAction<ActionResult>())
      : actionFailed({ reason: "offline", message: texts.cookiesNeeded });
  if (intent === watchIntents.like) return sendLike(code, send);
  if (intent === watchIntents.favourite || intent === watchIntents.unfavourite) {
    const sent = sendFavourite(code, intent === watchIntents.favourite, send);
    return changePage(FAVOURITES_ADDRESS, sent);
  }
  const episode = String(form.get("episode"));
  return intent === watchIntents.buy ? settlePurchase({ video: code, episode }, send()) : send();
}

const withoutThrowing = (call: Promise<ActionResult>): Promise<ActionResult> =>
  call.catch((error: unknown) => {
    if (error instanceof Response) throw error;
    const ending = sessionEndingOf(error);
    if (ending) notifySessionEnded(ending);
    return actionFailed({ reason: "offline", message: ending ? texts.session[ending] : "" });
  });

import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { pageAddress, pageOf } from "../../addresses.ts";
import { VideoList } from "../../lists/infinite-list.tsx";
import { BackToTop, PullToRefresh } from "../../lists/list-controls.tsx";
import { listClientLoader, useListData } from "../../lists/list-page.ts";
import { texts } from "../../texts/index.ts";
import { ButtonLink } from "../../ui/basics/button.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { RequestId } from "../../ui/layout/error-page.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { titleAndPicture } from "../../ui/media/picture-source.ts";
import { bannerOf, parseTopic, topicPage } from "./catalog.server.ts";
import { Banner } from "./topic-picture.tsx";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const topic = parseTopic(params);
  if (!topic) {
    const { requestId } = context;
    return data({ topic: null, videos: null, requestId }, { status: 404 });
  }
  if (!(await context.mayList(topic.code, topic.sonTypeCode))) return redirect("/publish");
  const page = pageOf(params);
  const rows = topicPage(context, topic, page);
  const shown = await context.deferPage({ videos: context.lists.withAds(rows, page - 1) });
  const { title } = topic;
  return { topic: { title, picture: bannerOf(context, topic) }, ...shown, requestId: null };
}

export const clientLoader = listClientLoader;

export { neverAfterActions as shouldRevalidate } from "../../navigation/revalidation.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const { title = texts.topics.unknown, picture } = data?.topic ?? {};
  return titleAndPicture(title, picture, matches);
};

export default function TopicPage() {
  const page = useListData<typeof loader>();
  const { pathname, search } = useLocation();
  if (!page.topic) return <UnknownTopic requestId={page.requestId} />;
  const address = pageAddress(pathname + search);
  return (
    <div className="page wide">
      <PageHeader title={page.topic.title} />
      <PullToRefresh />
      <main>
        <Banner title={page.topic.title} picture={page.topic.picture} />
        <VideoList name="topic" identity={address(1)} list={page.videos} address={address} />
      </main>
      <BackToTop />
    </div>
  );
}

function UnknownTopic({ requestId }: { requestId: string }) {
  return (
    <div className="page wide">
      <PageHeader title={texts.tabs.topics} />
      <main>
        <EmptyState message={texts.topics.unknown}>
          <ButtonLink to="/category" kind="tint" size="dialog">
            {texts.topics.all}
          </ButtonLink>
          <RequestId id={requestId} />
        </EmptyState>
      </main>
    </div>
  );
}

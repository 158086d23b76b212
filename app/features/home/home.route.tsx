import {
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from "@remix-run/node";
import { useSearchParams } from "@remix-run/react";
import { useRef } from "react";
import { BackToTop } from "../../lists/back-to-top.tsx";
import { listClientLoader, listShouldRevalidate, useListData } from "../../lists/list-page.ts";
import { idlePart, PullToRefresh } from "../../lists/touch-parts.tsx";
import { pageTitle } from "../../ui/layout/page-title.ts";
import { preloadPicture } from "../../ui/media/picture-source.ts";
import { Header } from "./header.tsx";
import { featuredBatch, listPage, listWithAds, sections, tags } from "./home.server.ts";
import { HOME_TAG, parseHomeQuery } from "./home-query.ts";
import styles from "./home-sections.module.css";
import { HomeSections, TagList } from "./home-sections.tsx";

const TagSwipes = idlePart(async () => (await import("./tag-swipes.tsx")).TagSwipes);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = parseHomeQuery(new URL(request.url).searchParams);
  if (!(await context.mayList(query.tag))) return redirect("/publish");
  if (query.only === "rows") return context.deferParts({ list: listPage(context, query) });
  if (query.only === "featured") {
    return context.deferParts({ featured: featuredBatch(context, query.batch) });
  }
  if (query.tag === HOME_TAG && query.page === 1) {
    return context.deferParts({ tags: tags(context), ...sections(context, query) });
  }
  return context.deferPage({
    tags: tags(context),
    list: listWithAds(context, query),
  });
}

export const clientLoader = listClientLoader;

export const shouldRevalidate = listShouldRevalidate;

export const meta: MetaFunction<typeof loader> = ({ data, location, matches }) => {
  const { tag } = parseHomeQuery(new URLSearchParams(location.search));
  const loadedTags =
    data && "tags" in data && "ok" in data.tags && data.tags.ok ? data.tags.data : [];
  return [
    ...pageTitle(loadedTags.find(({ code }) => code === tag)?.name ?? "", matches),
    ...preloadPicture(firstCover(data)),
  ];
};

function firstCover(home: SerializeFrom<typeof loader> | undefined): string | undefined {
  if (!home) return undefined;
  if ("featured" in home && "ok" in home.featured && home.featured.ok)
    return home.featured.data.videos[0]?.cover;
  if ("list" in home && "ok" in home.list && home.list.ok && "first" in home.list.data)
    return home.list.data.first.rows[0]?.cover;
  return undefined;
}

export default function Home() {
  const home = useListData<typeof loader>();
  const [params] = useSearchParams();
  const { tag, page } = parseHomeQuery(params);
  const list = useRef<HTMLElement>(null);
  if (!("tags" in home)) return null;
  return (
    <>
      <Header tags={home.tags} />
      <PullToRefresh />
      <div className={styles.window}>
        <main ref={list}>
          {"list" in home ? (
            <TagList key={`${tag} ${page}`} tag={tag} list={home.list} />
          ) : (
            <HomeSections home={home} />
          )}
        </main>
      </div>
      <TagSwipes list={list} tag={tag} tags={home.tags} />
      <BackToTop />
    </>
  );
}

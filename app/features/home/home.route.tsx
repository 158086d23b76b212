import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useSearchParams } from "@remix-run/react";
import { useRef } from "react";
import { BackToTop, PullToRefresh } from "../../lists/list-controls.tsx";
import { listClientLoader, useListData } from "../../lists/list-page.ts";
import { arrivedData } from "../../ui/feedback/deferred.tsx";
import { idlePart } from "../../ui/idle-part.tsx";
import { titleAndPicture } from "../../ui/media/picture-source.ts";
import { Header } from "./header.tsx";
import { listWithAds, sections, tags } from "./home.server.ts";
import { HOME_TAG, parseHomeQuery } from "./home-query.ts";
import styles from "./home-sections.module.css";
import { HomeSections, TagList } from "./home-sections.tsx";

const TagSwipes = idlePart(async () => (await import("./tag-swipes.tsx")).TagSwipes);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = parseHomeQuery(new URL(request.url).searchParams);
  if (!(await context.mayList(query.tag))) return redirect("/publish");
  if (query.tag === HOME_TAG && query.page === 1) {
    const { tags: shown, ...parts } = await context.deferParts({
      tags: tags(context),
      ...sections(context, query),
    });
    return { tags: shown, sections: parts, list: null };
  }
  const page = await context.deferPage({ tags: tags(context), list: listWithAds(context, query) });
  return { ...page, sections: null };
}

export const clientLoader = listClientLoader;

export { neverAfterActions as shouldRevalidate } from "../../navigation/revalidation.ts";

export const meta: MetaFunction<typeof loader> = ({ data, location, matches }) => {
  const { tag } = parseHomeQuery(new URLSearchParams(location.search));
  const shown = arrivedData(data?.tags)?.find(({ code }) => code === tag);
  const first =
    arrivedData(data?.sections?.featured) ?? arrivedData(data?.list ?? undefined)?.first;
  return titleAndPicture(shown?.name ?? "", first?.rows[0]?.cover, matches);
};

export default function Home() {
  const home = useListData<typeof loader>();
  const [params] = useSearchParams();
  const { tag, page } = parseHomeQuery(params);
  const list = useRef<HTMLElement>(null);
  return (
    <>
      <Header tags={home.tags} />
      <PullToRefresh />
      <div className={styles.window}>
        <main ref={list}>
          {home.list && <TagList key={`${tag} ${page}`} tag={tag} list={home.list} />}
          {home.sections && <HomeSections home={home.sections} />}
        </main>
      </div>
      <TagSwipes list={list} tag={tag} tags={home.tags} />
      <BackToTop />
    </>
  );
}

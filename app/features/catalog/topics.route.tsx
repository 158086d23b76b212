import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { listClientLoader, useListData } from "../../lists/list-page.ts";
import { texts } from "../../texts/index.ts";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { titleAndPicture } from "../../ui/media/picture-source.ts";
import { topicTiles } from "./catalog.server.ts";
import { TopicLink } from "./topic-picture.tsx";
import styles from "./topics.module.css";

export function loader({ context }: LoaderFunctionArgs) {
  return { topics: topicTiles(context) };
}

export const clientLoader = listClientLoader;

export { neverAfterActions as shouldRevalidate } from "../../navigation/revalidation.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleAndPicture(texts.tabs.topics, data?.topics[0]?.picture, matches);

export default function Topics() {
  const { topics } = useListData<typeof loader>();
  return (
    <>
      <PageHeader title={texts.tabs.topics} back={false} />
      <main>
        <ul className={styles.tiles}>
          {topics.map((topic, index) => (
            <li key={topic.address}>
              <TopicLink {...topic} eager={index < 10 && (index > 0 || "first")} />
            </li>
          ))}
        </ul>
      </main>
    </>
  );
}

import type { VideoList as List } from "../../../server/context/lists.ts";
import type { Later } from "../../../server/context/soon.ts";
import { texts } from "../../texts.ts";
import { SectionHead } from "../../ui/section-head.tsx";
import { VideoList } from "../../ui/video-list.tsx";
import { addressOf, HOME_TAG } from "./place.ts";
import styles from "./tag-list.module.css";

/** One tag's videos and nothing else; of the home tag, the pages that follow its sections. */
export function TagList({ tag, list }: { tag: string; list: Later<List> }) {
  return (
    <section className={styles.list}>
      {tag === HOME_TAG && <SectionHead title={texts.home.newest} moreType="0" />}
      <VideoList identity={tag} list={list} address={(page) => addressOf({ tag, page })} />
    </section>
  );
}

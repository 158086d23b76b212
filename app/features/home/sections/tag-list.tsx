import type { VideoList as List } from "../../../../server/domain/lists.ts";
import type { Later } from "../../../../server/domain/soon.ts";
import { VideoList } from "../../../lists/video-list.tsx";
import { texts } from "../../../texts/index.ts";
import { SectionHead } from "../../../ui/layout/section-head.tsx";
import { addressOf, HOME_TAG } from "../place.ts";
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

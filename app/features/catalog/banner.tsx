import styles from "./banner.module.css";
import { TopicArt } from "./topic-art.tsx";

/** A topic's picture, across the page. */
export function Banner({ title, picture }: { title: string; picture: string }) {
  return (
    <div className={styles.banner} role="img" aria-label={title}>
      <TopicArt picture={picture} eager="first" />
    </div>
  );
}

import { type Eager, early, Picture } from "../../ui/media/picture.tsx";
import styles from "./topic-art.module.css";

/** A topic's picture; one without gets a sun of ours. */
export function TopicArt({ picture, eager }: { picture: string; eager: Eager }) {
  if (picture.startsWith("/image/")) return <Picture src={picture} size="wide" eager={eager} />;
  return picture ? (
    <img {...early(eager)} decoding="async" src={picture} alt="" className={styles.art} />
  ) : (
    <span className={styles.sun} />
  );
}

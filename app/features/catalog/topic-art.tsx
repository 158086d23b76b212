import { Picture } from "../../ui/picture.tsx";
import styles from "./topic-art.module.css";

/** A topic's picture; one without gets a sun of ours. */
export function TopicArt({ picture }: { picture: string }) {
  if (picture.startsWith("/image/")) return <Picture src={picture} size="wide" />;
  return picture ? (
    <img src={picture} alt="" className={styles.art} />
  ) : (
    <span className={styles.sun} />
  );
}

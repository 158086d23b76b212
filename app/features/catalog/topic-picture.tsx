import { Link } from "../../navigation/link.tsx";
import { type Eager, loadingPropsOf, Picture } from "../../ui/media/picture.tsx";
import type { topicTiles } from "./catalog.server.ts";
import styles from "./topic-picture.module.css";

function TopicPicture({ picture, eager }: { picture: string; eager: Eager }) {
  if (picture.startsWith("/image/")) return <Picture src={picture} size="wide" eager={eager} />;
  return picture ? (
    <img {...loadingPropsOf(eager)} decoding="async" src={picture} alt="" className={styles.art} />
  ) : (
    <span className={styles.sun} />
  );
}

export function Banner({ title, picture }: { title: string; picture: string }) {
  return (
    <div className={styles.banner} role="img" aria-label={title}>
      <TopicPicture picture={picture} eager="first" />
    </div>
  );
}

type Tile = ReturnType<typeof topicTiles>[number];

export function TopicLink({ title, picture, address, eager }: Tile & { eager: Eager }) {
  return (
    <Link to={address} className={styles.tile}>
      <TopicPicture picture={picture} eager={eager} />
      <span className={styles.name}>{title}</span>
    </Link>
  );
}

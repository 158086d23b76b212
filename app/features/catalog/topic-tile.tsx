import { Link } from "../../navigation/link.tsx";
import type { Eager } from "../../ui/media/picture.tsx";
import { TopicArt } from "./topic-art.tsx";
import styles from "./topics.module.css";

interface TopicTileProps {
  title: string;
  picture: string;
  address: string;
  eager: Eager;
}

export function TopicTile({ title, picture, address, eager }: TopicTileProps) {
  return (
    <Link to={address} className={styles.tile}>
      <TopicArt picture={picture} eager={eager} />
      <span className={styles.name}>{title}</span>
    </Link>
  );
}

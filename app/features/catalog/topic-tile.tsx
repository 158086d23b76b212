import { Link } from "../../ui/link.tsx";
import { TopicArt } from "./topic-art.tsx";
import styles from "./topics.module.css";

interface TopicTileProps {
  title: string;
  picture: string;
  address: string;
}

export function TopicTile({ title, picture, address }: TopicTileProps) {
  return (
    <Link to={address} className={styles.tile}>
      <TopicArt picture={picture} />
      <span className={styles.name}>{title}</span>
    </Link>
  );
}

import styles from "./avatar.module.css";
import { Picture } from "./picture.tsx";

interface AvatarProps {
  /** A path of this site; '' shows the placeholder. */
  src: string;
  size: 40 | 56 | 72;
}

/** A member's picture; the nickname stands beside it. */
export const Avatar = ({ src, size }: AvatarProps) => (
  <span className={`${styles.avatar} ${styles[`size${size}`]}`}>
    <Picture src={src} size="tile" eager />
  </span>
);

import { Icon } from "../basics/icon.tsx";
import styles from "./avatar.module.css";
import { Picture } from "./picture.tsx";

export function Avatar({ src, size = 64 }: { src: string; size?: 36 | 44 | 64 | 88 }) {
  return (
    <span className={`${styles.avatar} ${styles[`size${size}`]}`}>
      <Picture src={src} size="avatar" eager fallback={<Nobody />} />
    </span>
  );
}

const Nobody = () => (
  <span className={styles.placeholder}>
    <Icon name="user" />
  </span>
);

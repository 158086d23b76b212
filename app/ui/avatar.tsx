import styles from "./avatar.module.css";
import { Icon } from "./icon.tsx";

interface AvatarProps {
  /** A path of this site; '' shows a figure. */
  src: string;
  /** Its width on the page, in CSS pixels. */
  size: 36 | 44 | 60;
}

/** A member's round picture. Whoever shows it says the name beside it. */
export function Avatar({ src, size }: AvatarProps) {
  return (
    <span className={`${styles.avatar} ${styles[`size${size}`]}`}>
      <Icon name="user" size={20} />
      {src && <img src={`${src}?w=180`} alt="" loading="lazy" decoding="async" />}
    </span>
  );
}

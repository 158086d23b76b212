import { Icon, type IconName } from "../media/icon.tsx";
import styles from "./sign.module.css";

/** What it is about, above the words that say it. */
export const Sign = ({ icon }: { icon: IconName }) => (
  <span className={styles.sign}>
    <Icon name={icon} />
  </span>
);

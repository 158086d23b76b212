import { Icon } from "../media/icon.tsx";
import styles from "./field-error.module.css";

/** What is wrong with a field, below it. */
export const FieldError = ({ id, text }: { id: string; text: string }) => (
  <p id={id} role="alert" className={styles.error}>
    <Icon name="alert" size={16} />
    {text}
  </p>
);

import { Icon } from "../media/icon.tsx";
import styles from "./form-message.module.css";

interface FormMessageProps {
  kind: "done" | "failed" | "warning";
  text: string;
  /** Set when a toast has the same text, to avoid reading it twice. */
  silent?: boolean;
}

export function FormMessage({ kind, text, silent = false }: FormMessageProps) {
  const role = kind === "done" ? "status" : "alert";
  return (
    <p role={silent ? undefined : role} className={`${styles.message} ${styles[kind]}`}>
      <Icon name={kind === "done" ? "check" : "alert"} size={18} />
      {text}
    </p>
  );
}

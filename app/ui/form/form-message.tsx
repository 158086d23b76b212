import { Icon } from "../basics/icon.tsx";
import styles from "./form-message.module.css";

interface FormMessageProps {
  kind: "done" | "failed" | "warning";
  text: string | undefined; // shows nothing without a text
  silent?: boolean; // set if a toast announces the same text
}

export function FormMessage({ kind, text, silent = false }: FormMessageProps) {
  if (!text) return null;
  const role = kind === "done" ? "status" : "alert";
  return (
    <p role={silent ? undefined : role} className={`${styles.message} ${styles[kind]}`}>
      <Icon name={kind === "done" ? "check" : "alert"} size={18} />
      {text}
    </p>
  );
}

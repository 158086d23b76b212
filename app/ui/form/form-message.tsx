import { Icon } from "../basics/icon.tsx";
import styles from "./form-message.module.css";

interface FormMessageProps {
  kind: "done" | "failed" | "warning";
  text: string;
  silent?: boolean; // if a toast has the same text, which would be read twice
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

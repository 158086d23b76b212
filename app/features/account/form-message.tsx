import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import styles from "./form-message.module.css";

/** Why a form as a whole was not accepted. */
export function FormMessage({ children }: { children?: ReactNode }) {
  if (!children) return null;
  return (
    <div className={styles.message}>
      <Icon name="alert" size={18} />
      <p role="alert">{children}</p>
    </div>
  );
}

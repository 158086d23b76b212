import { texts } from "../../texts/index.ts";
import styles from "./request-id.module.css";

/** Under which the operator's log tells of this answer, for visitors to name. */
export const RequestId = ({ id }: { id: string }) => (
  <p className={styles.id}>
    {texts.errors.requestId} <code>{id}</code>
  </p>
);

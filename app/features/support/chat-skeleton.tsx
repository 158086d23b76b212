import { Bone } from "../../ui/bone.tsx";
import styles from "./chat.module.css";
import composer from "./composer.module.css";

/** What was said last, and where to write, while it is on its way. */
export const ChatSkeleton = () => (
  <>
    <div className={styles.waiting} aria-hidden="true">
      <Bone shape="bubble" />
      <Bone shape="bubble" />
      <Bone shape="bubble" />
    </div>
    <div className={composer.composer} />
  </>
);

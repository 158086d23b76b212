import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Skeleton } from "../../../ui/layout/skeleton.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import bubble from "./bubble.module.css";
import styles from "./chat.module.css";
import composer from "./composer.module.css";

/** What was said last, and where to write, while it is on its way. */
export const ChatSkeleton = () => (
  <>
    <div className={styles.waiting} aria-hidden="true">
      {["received", "sent", "received again"].map((message) => (
        <div key={message} className={`${bubble.message} ${message === "sent" ? bubble.sent : ""}`}>
          <Skeleton shape="round36" />
          <Skeleton shape="bubble" />
        </div>
      ))}
    </div>
    <div className={composer.composer} aria-hidden="true">
      <span className={composer.picture}>
        <Icon name="image" />
      </span>
      <span className={composer.field} />
      <Button size="row" disabled>
        {texts.chat.send}
      </Button>
    </div>
  </>
);

import { useId } from "react";
import { useModal } from "../../hooks/use-modal.ts";
import { useOnDemand } from "../../hooks/use-on-demand.ts";
import { texts } from "../../texts.ts";
import { showToast } from "../../ui/toast.tsx";
import styles from "./share-card.module.css";
import { useInvitation } from "./use-invitation.ts";
import type { WatchedVideo } from "./watch.server.ts";

interface ShareCardProps {
  open: boolean;
  video: WatchedVideo;
  origin: string;
  onClose: () => void;
}

const fetchContents = () =>
  import("./share-contents.tsx").then(({ ShareContents }) => ShareContents);

/** A card to show or send to others, with a link by which they become the member's friends. */
export function ShareCard({ open, video, origin, onClose }: ShareCardProps) {
  const dialog = useModal(open);
  const title = useId();
  const invitation = useInvitation(origin, video.code);
  const Contents = useOnDemand(fetchContents, open, () => {
    onClose();
    showToast(texts.network, { kind: "failed" });
  });

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes on Escape by itself
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={title}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {open && Contents && <Contents {...{ video, invitation, onClose }} titleId={title} />}
    </dialog>
  );
}

import { useId, useState } from "react";
import { sharedAddress } from "../../../addresses.ts";
import { useMember, useMemberLoaded } from "../../../session/member.ts";
import { texts } from "../../../texts/index.ts";
import { CloseButton, Modal } from "../../../ui/feedback/modal.tsx";
import { Spinner } from "../../../ui/feedback/spinner.tsx";
import { closeWithToast, useOnDemand } from "../../../ui/use-on-demand.ts";
import styles from "./share-card.module.css";
import type { SharedVideo, VideoInvitation } from "./share-poster.ts";

interface ShareCardProps {
  open: boolean;
  video: SharedVideo;
  address: string; // without the member's code
  onClose: () => void;
}

const fetchContents = () =>
  import("./share-contents.tsx").then(({ ShareContents }) => ShareContents);

export function ShareCard({ open, video, address, onClose }: ShareCardProps) {
  const title = useId();
  const invitation = useVideoInvitation(address);
  const Contents = useOnDemand(fetchContents, open, closeWithToast(onClose));

  return (
    <Modal open={open} className={styles.dialog} aria-labelledby={title} onClose={onClose}>
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2 id={title}>{texts.video.actions.share}</h2>
          <CloseButton onClose={onClose} />
        </div>
        {Contents ? (
          <Contents video={video} invitation={invitation} />
        ) : (
          <div className={styles.waiting}>
            <Spinner label={texts.lists.loading} />
          </div>
        )}
      </div>
    </Modal>
  );
}

function useVideoInvitation(address: string): VideoInvitation | undefined {
  const member = useMember();
  const memberLoaded = useMemberLoaded();
  const [inviteCode, setInviteCode] = useState(member?.code);
  // kept when a later member request fails
  if (member && member.code !== inviteCode) setInviteCode(member.code);
  if (!inviteCode && !memberLoaded) return undefined;
  return { link: sharedAddress(address, inviteCode), inviteCode };
}

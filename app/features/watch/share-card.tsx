import { useEffect, useId, useRef } from "react";
import { texts } from "../../texts.ts";
import { VipBadge } from "../../ui/badge.tsx";
import { Cover } from "../../ui/cover.tsx";
import { formatHotInWan } from "../../ui/hot.ts";
import { Icon } from "../../ui/icon.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { ShareActions } from "./share-actions.tsx";
import styles from "./share-card.module.css";
import { type Invitation, useInvitation } from "./use-invitation.ts";
import type { WatchedVideo } from "./watch.server.ts";

interface ShareCardProps {
  open: boolean;
  video: WatchedVideo;
  origin: string;
  onClose: () => void;
}

const words = texts.shareCard;

/** A card to show or send to others, with a link by which they become the member's friends. */
export function ShareCard({ open, video, origin, onClose }: ShareCardProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const invitation = useInvitation(origin, video.code);

  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes on Escape by itself
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={title}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {open && (
        <div className={styles.inside}>
          <div className={styles.head}>
            <h2 id={title}>{words.title}</h2>
            <button type="button" aria-label={texts.navigation.close} onClick={onClose}>
              <Icon name="x" size={22} />
            </button>
          </div>
          <div className={styles.card}>
            <Cover src={video.poster} size="wide" eager>
              {video.vip && <VipBadge large />}
              <span className={styles.numbers}>
                <span>
                  <Icon name="flame" size={14} solid />
                  {formatHotInWan(video.hot)}
                </span>
                <span>{video.duration}</span>
              </span>
            </Cover>
            <div className={styles.text}>
              <h3>{video.title}</h3>
              <Invite invitation={invitation} />
            </div>
          </div>
          <ShareActions video={video} invitation={invitation} />
        </div>
      )}
    </dialog>
  );
}

function Invite({ invitation }: { invitation: Invitation | undefined }) {
  return (
    <>
      <div className={styles.tile}>
        {invitation ? (
          <QrCode text={invitation.link} name={words.qrCode} size={150} />
        ) : (
          <div className={styles.bone} />
        )}
      </div>
      {invitation?.inviteCode && (
        <>
          <p className={styles.code}>
            {words.inviteCode} <b>{invitation.inviteCode}</b>
          </p>
          <p className={styles.reward}>{words.reward}</p>
        </>
      )}
      <p className={styles.link}>{invitation?.link}</p>
    </>
  );
}

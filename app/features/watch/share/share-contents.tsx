import { texts } from "../../../texts/index.ts";
import { formatHotInWan } from "../../../ui/format.ts";
import { Cover } from "../../../ui/media/cover.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import { QrCode } from "../../../ui/media/qr-code.tsx";
import { VipBadge } from "../../../ui/video/badge.tsx";
import type { WatchedVideo } from "../page/watch.server.ts";
import { ShareActions } from "./share-actions.tsx";
import styles from "./share-contents.module.css";
import type { Invitation } from "./use-invitation.ts";

interface ShareContentsProps {
  video: WatchedVideo;
  invitation: Invitation | undefined;
}

const words = texts.shareCard;

/** What the card says, and the ways to hand it on. */
export function ShareContents({ video, invitation }: ShareContentsProps) {
  return (
    <>
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
    </>
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

import { useState } from "react";
import { useSite } from "../../../session/site.ts";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/basics/button.tsx";
import { Icon } from "../../../ui/basics/icon.tsx";
import { copyText, shareLink } from "../../../ui/feedback/copy-text.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { formatCountInWan } from "../../../ui/format/format.ts";
import { Cover } from "../../../ui/media/picture.tsx";
import { QrCode } from "../../../ui/media/qr-code.tsx";
import { VipBadge } from "../../../ui/video/badge.tsx";
import styles from "./share-contents.module.css";
import type { SharedVideo, VideoInvitation } from "./share-poster.ts";

interface ShareContentsProps {
  video: SharedVideo;
  invitation: VideoInvitation | undefined;
}

const words = texts.shareCard;

export function ShareContents({ video, invitation }: ShareContentsProps) {
  return (
    <>
      <div className={styles.card}>
        <Cover src={video.poster} size="wide" eager>
          {video.vip && <VipBadge large />}
          <span className={styles.numbers}>
            <span>
              <Icon name="flame" size={14} solid />
              {formatCountInWan(video.hot)}
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

function Invite({ invitation }: { invitation: VideoInvitation | undefined }) {
  return (
    <>
      <div className={styles.tile}>
        {invitation ? (
          <QrCode text={invitation.link} name={words.qrCode} size={150} />
        ) : (
          <div className={styles.skeleton} />
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

function ShareActions({ video, invitation }: ShareContentsProps) {
  const site = useSite()?.name ?? "";
  const [saving, setSaving] = useState(false);
  const { title } = video;

  const save = async (shown: VideoInvitation) => {
    setSaving(true);
    try {
      const { saveShareCard } = await import("./share-poster.ts");
      await saveShareCard(video, shown, site);
    } catch {
      showToast(words.saveFailed, { kind: "failed" });
    }
    setSaving(false);
  };

  return (
    <div className={styles.actions}>
      <Button
        kind="soft"
        size="dialog"
        disabled={!invitation}
        onClick={() => invitation && copyText(invitation.link)}
      >
        <Icon name="copy" size={18} />
        {words.copy}
      </Button>
      <Button
        size="dialog"
        disabled={!invitation || saving}
        aria-busy={saving}
        onClick={() => invitation && save(invitation)}
      >
        <Icon name="save" size={18} />
        {words.save}
      </Button>
      {"share" in navigator && (
        <Button
          kind="glass"
          size="dialog"
          disabled={!invitation}
          onClick={() => invitation && shareLink(title, invitation.link)}
        >
          <Icon name="share" size={18} />
          {words.send}
        </Button>
      )}
    </div>
  );
}

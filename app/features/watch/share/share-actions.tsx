import { useState } from "react";
import { useSite } from "../../../session/site.ts";
import { texts } from "../../../texts/index.ts";
import { copyText } from "../../../ui/feedback/copy-text.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import { savePicture } from "../../../ui/media/save-picture.ts";
import type { WatchedVideo } from "../page/watch.server.ts";
import { pictureName } from "./picture-name.ts";
import styles from "./share-actions.module.css";
import type { Invitation } from "./use-invitation.ts";

interface ShareActionsProps {
  video: WatchedVideo;
  invitation: Invitation | undefined;
}

const words = texts.shareCard;

/** The ways to hand the card on; they wait until it is known what it says. */
export function ShareActions({ video, invitation }: ShareActionsProps) {
  const site = useSite()?.name ?? "";
  const [saving, setSaving] = useState(false);
  const { title } = video;

  const save = async (on: Invitation) => {
    setSaving(true);
    try {
      const { drawShareCard } = await import("./share-poster.ts");
      await savePicture(await drawShareCard(video, on, site), pictureName(title, site));
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
          onClick={() => invitation && send(title, invitation.link)}
        >
          <Icon name="share" size={18} />
          {words.send}
        </Button>
      )}
    </div>
  );
}

/** By what the device has for it. A viewer who thinks better of it is left alone; where it fails the link is copied. */
const send = (title: string, url: string) =>
  navigator.share({ title, text: title, url }).catch((error: unknown) => {
    const changedMind = error instanceof DOMException && error.name === "AbortError";
    if (!changedMind) return copyText(url);
  });

import { useState } from "react";
import type { AdCardData as Ad } from "../../../server/domain/cards.ts";
import { firstTimeInSession } from "../../device/storage.ts";
import { useMember, useMemberLoaded } from "../../session/member.ts";
import { useAgeGatePassed } from "../../session/site.ts";
import { texts } from "../../texts/index.ts";
import { AdLink } from "../../ui/ads/ads.tsx";
import { Icon } from "../../ui/basics/icon.tsx";
import { CloseButton, Modal } from "../../ui/feedback/modal.tsx";
import { setSource } from "../../ui/media/load-picture.ts";
import { Cover } from "../../ui/media/picture.tsx";
import { pictureSource } from "../../ui/media/picture-source.ts";
import { useSignalEffect } from "../../ui/paint.ts";
import { AdBadge } from "../../ui/video/badge.tsx";
import styles from "./popup-ad.module.css";

const DELAY_MS = 500;

/** Not shown while another dialog is open, nor to members who may watch full videos. */
export function PopupAd({ ad }: { ad: Ad }) {
  const [open, setOpen] = useState(false);
  const ageGatePassed = useAgeGatePassed();
  const memberLoaded = useMemberLoaded();
  const adFree = useMember()?.mayWatchInFull === true;
  const wanted = ageGatePassed && memberLoaded && !adFree;

  useSignalEffect([wanted, ad.image], (signal) => {
    if (!wanted) return;
    const openAfterOtherDialogs = async () => {
      await pageLoaded();
      await decoded(ad.image);
      do await pause();
      while (!signal.aborted && document.querySelector("dialog[open]"));
      if (!signal.aborted && firstTimeInSession("popupAdShown")) setOpen(true);
    };
    void openAfterOtherDialogs();
  });

  const close = () => setOpen(false);
  return (
    <Modal
      open={open}
      focusSelf
      className={styles.popup}
      aria-label={texts.popupAd}
      onClose={close}
    >
      <div className={styles.inside}>
        <AdLink ad={ad} className={styles.ad}>
          <Cover src={ad.image} size="wide" eager>
            <AdBadge large />
          </Cover>
          <span className={styles.foot}>
            <span className={styles.title}>{ad.title}</span>
            <Icon name="out" size={18} />
          </span>
        </AdLink>
        <CloseButton className={styles.close} onClose={close} />
      </div>
    </Modal>
  );
}

const pause = () => new Promise((resolve) => setTimeout(resolve, DELAY_MS));

function pageLoaded(): Promise<unknown> {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
}

/** Also resolves if the picture is broken: the ad then shows its title. */
async function decoded(src: string): Promise<void> {
  if (!src) return;
  const picture = new Image();
  setSource(picture, pictureSource(src, "wide"));
  await picture.decode().catch(() => undefined);
}

import { useState } from "react";
import { texts } from "../../../texts/index.ts";
import { useModal } from "../../../ui/feedback/use-modal.ts";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./bubble.module.css";
import enlargedPictureStyles from "./enlarged-picture.module.css";

interface MessagePictureProps {
  /** A path of this site, or a blob address while the picture is being sent. */
  address: string;
  onEnlarge: (address: string) => void;
}

/** A tap enlarges it; without scripts the link leads to the picture itself. */
export function MessagePicture({ address, onEnlarge }: MessagePictureProps) {
  const [lost, setLost] = useState(address === "");
  if (lost) {
    return (
      <p className={styles.lost}>
        <Icon name="image" size={18} />
        {texts.chat.lostPicture}
      </p>
    );
  }
  return (
    <a
      href={pictureIn(address, "large")}
      className={styles.picture}
      aria-haspopup="dialog"
      onClick={(event) => {
        event.preventDefault();
        onEnlarge(address);
      }}
    >
      <img
        src={pictureIn(address, "small")}
        alt={texts.chat.picture}
        decoding="async"
        onError={() => setLost(true)}
      />
    </a>
  );
}

const widths = { small: 360, large: 1_080 };

/**
 * The address of a message's picture in a width; what is on this device only has one. Being private it is kept neither
 * by caches on the way nor by the service worker.
 */
const pictureIn = (address: string, size: keyof typeof widths) =>
  address.startsWith("blob:") ? address : `${address}?w=${widths[size]}`;

interface EnlargedPictureProps {
  address?: string;
  onClose: () => void;
}

/** A tap anywhere closes it. */
export function EnlargedPicture({ address, onClose }: EnlargedPictureProps) {
  const dialog = useModal(address !== undefined);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes on Escape by itself
    <dialog
      ref={dialog}
      className={enlargedPictureStyles.enlarged}
      aria-label={texts.chat.enlarged}
      onClose={onClose}
      onClick={onClose}
    >
      {address && (
        <>
          <img src={pictureIn(address, "large")} alt={texts.chat.picture} />
          <button
            type="button"
            className={enlargedPictureStyles.close}
            aria-label={texts.navigation.close}
          >
            <Icon name="x" />
          </button>
        </>
      )}
    </dialog>
  );
}

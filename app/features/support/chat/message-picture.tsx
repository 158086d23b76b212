import { useState } from "react";
import { texts } from "../../../texts/index.ts";
import { Icon } from "../../../ui/basics/icon.tsx";
import { CloseButton, Modal } from "../../../ui/feedback/modal.tsx";
import styles from "./bubble.module.css";
import enlargedPictureStyles from "./enlarged-picture.module.css";

interface MessagePictureProps {
  address: string; // a path of this site, or a blob URL during the upload
  onEnlarge: (address: string) => void;
}

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

const pictureIn = (address: string, size: keyof typeof widths) =>
  address.startsWith("blob:") ? address : `${address}?w=${widths[size]}`;

type EnlargedPictureProps = { address?: string; onClose: () => void };

export const EnlargedPicture = ({ address, onClose }: EnlargedPictureProps) => (
  <Modal
    open={address !== undefined}
    className={enlargedPictureStyles.enlarged}
    aria-label={texts.chat.enlarged}
    onClose={onClose}
    onClick={onClose}
  >
    {address && <img src={pictureIn(address, "large")} alt={texts.chat.picture} />}
    <CloseButton className={enlargedPictureStyles.close} />
  </Modal>
);

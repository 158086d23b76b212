import { useState } from "react";
import { texts } from "../../../texts/index.ts";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./bubble.module.css";
import { pictureIn } from "./picture-address.ts";

interface MessagePictureProps {
  /** A path of this site, or of this device while the picture is on its way. */
  address: string;
  onEnlarge: (address: string) => void;
}

/** Small in the conversation; a tap shows it large. Without scripts the link leads to the picture itself. */
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

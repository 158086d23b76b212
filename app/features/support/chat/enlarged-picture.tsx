import { texts } from "../../../texts/index.ts";
import { useModal } from "../../../ui/feedback/use-modal.ts";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./enlarged-picture.module.css";
import { pictureIn } from "./picture-address.ts";

interface EnlargedPictureProps {
  address?: string;
  onClose: () => void;
}

/** One picture over the whole screen; a tap anywhere leads back. */
export function EnlargedPicture({ address, onClose }: EnlargedPictureProps) {
  const dialog = useModal(address !== undefined);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes on Escape by itself
    <dialog
      ref={dialog}
      className={styles.enlarged}
      aria-label={texts.chat.enlarged}
      onClose={onClose}
      onClick={onClose}
    >
      {address && (
        <>
          <img src={pictureIn(address, "large")} alt={texts.chat.picture} />
          <button type="button" className={styles.close} aria-label={texts.navigation.close}>
            <Icon name="x" />
          </button>
        </>
      )}
    </dialog>
  );
}

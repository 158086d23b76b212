import { EPISODE_PRICE } from "../../../../server/contract/rules.ts";
import { Link } from "../../../navigation/link.tsx";
import { texts } from "../../../texts/index.ts";
import { Sheet } from "../../../ui/feedback/sheet.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./pay-sheet.module.css";

interface PaySheetProps {
  open: boolean;
  title: string;
  onBuy: () => void;
  busy: boolean;
  onClose: () => void;
}

const words = texts.paySheet;

export function PaySheet({ open, title, onBuy, busy, onClose }: PaySheetProps) {
  return (
    <Sheet open={open} title={words.title} subject={title} onClose={onClose}>
      <div className={styles.offers}>
        <button
          type="button"
          className={styles.offer}
          aria-label={words.buy(EPISODE_PRICE)}
          disabled={busy}
          aria-busy={busy}
          onClick={onBuy}
        >
          <span className={`icon-disc ${styles.disc}`}>
            <Icon name="coin" size={22} />
          </span>
          <span className={styles.name}>{words.episode}</span>
          <span className={styles.price}>
            {EPISODE_PRICE}
            <small>{words.unit}</small>
          </span>
        </button>
        <Link to="/vip" className={`${styles.offer} ${styles.gold}`}>
          <span className={`icon-disc ${styles.disc}`}>
            <Icon name="crown" size={22} />
          </span>
          <span className={styles.name}>{words.vip}</span>
          <Icon name="right" size={18} />
        </Link>
        <Button kind="plain" onClick={onClose}>
          {texts.dialog.cancel}
        </Button>
      </div>
    </Sheet>
  );
}

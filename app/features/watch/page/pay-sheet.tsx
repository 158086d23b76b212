import { useId } from "react";
import { EPISODE_PRICE, VIP_PLANS } from "../../../../server/contract/rules.ts";
import { membershipAddress, videoAddress } from "../../../navigation/addresses.ts";
import { Link } from "../../../navigation/link.tsx";
import { watchIntents } from "../../../navigation/video-intents.tsx";
import { useMember } from "../../../session/member.ts";
import { texts } from "../../../texts/index.ts";
import sheetStyles from "../../../ui/feedback/sheet.module.css";
import { Sheet } from "../../../ui/feedback/sheet.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./pay-sheet.module.css";

const words = texts.paySheet;

const CHEAPEST_PLAN = Math.min(...VIP_PLANS.map(({ price }) => price));

interface OffersProps {
  code: string;
  episode: number;
  /** The address at which the video is continued. */
  place: string;
  busy?: boolean;
  onBuy?: () => void;
}

function Offers({ code, episode, place, busy = false, onBuy }: OffersProps) {
  const id = useId();
  const coins = useMember()?.coins;
  return (
    <>
      <form
        method="post"
        action={videoAddress(code)}
        onSubmit={(event) => {
          event.preventDefault();
          onBuy?.();
        }}
      >
        <input type="hidden" name="intent" value={watchIntents.buy} />
        <input type="hidden" name="episode" value={episode} />
        <input type="hidden" name="back" value={place} />
        <button
          type="submit"
          className={`${sheetStyles.option} ${styles.offer}`}
          aria-label={words.buy(EPISODE_PRICE)}
          aria-describedby={coins === undefined ? undefined : `${id}-balance`}
          disabled={busy}
          aria-busy={busy}
        >
          <span className="icon-disc">
            <Icon name="coin" size={22} />
          </span>
          <span className={styles.name}>{words.episode}</span>
          <span className={styles.price}>
            {EPISODE_PRICE}
            <small>{words.unit}</small>
          </span>
        </button>
        {coins !== undefined && <Balance id={`${id}-balance`} coins={coins} />}
      </form>
      <Link
        to={membershipAddress(place)}
        replace
        className={`${sheetStyles.option} ${styles.gold}`}
      >
        <span className="icon-disc">
          <Icon name="crown" size={22} />
        </span>
        <span className={styles.name}>
          {words.vip}
          <small>{words.perks}</small>
        </span>
        <span>{words.vipFrom(CHEAPEST_PLAN)}</span>
        <Icon name="right" size={18} />
      </Link>
    </>
  );
}

/** What the member has, and what is missing. */
function Balance({ id, coins }: { id: string; coins: number }) {
  const missing = EPISODE_PRICE - coins;
  return (
    <p id={id} className={styles.balance}>
      {words.balance(formatNumber(coins))}
      {missing > 0 && (
        <>
          ，<b>{words.missing(formatNumber(missing))}</b>
        </>
      )}
    </p>
  );
}

interface PaySheetProps extends OffersProps {
  open: boolean;
  title: string;
  onClose: () => void;
}

export function PaySheet({ open, title, onClose, ...offers }: PaySheetProps) {
  return (
    <Sheet open={open} title={words.title} subject={title} onClose={onClose}>
      <div className={styles.offers}>
        <Offers {...offers} />
        <Button kind="plain" onClick={onClose}>
          {texts.dialog.cancel}
        </Button>
      </div>
    </Sheet>
  );
}

export const OffersWithoutScript = (props: OffersProps) => (
  <noscript>
    <div className={`content ${styles.offers}`}>
      <Offers {...props} />
    </div>
  </noscript>
);

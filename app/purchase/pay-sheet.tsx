import { useId } from "react";
import { EPISODE_PRICE, VIP_PLANS } from "../../server/contract/rules.ts";
import { membershipAddress, videoAddress } from "../addresses.ts";
import { Link } from "../navigation/link.tsx";
import { watchIntents } from "../navigation/video-intents.tsx";
import { useMember } from "../session/member.ts";
import { texts } from "../texts/index.ts";
import { Button } from "../ui/basics/button.tsx";
import { Icon, IconDisc } from "../ui/basics/icon.tsx";
import sheetStyles from "../ui/feedback/sheet.module.css";
import { Sheet } from "../ui/feedback/sheet.tsx";
import { formatNumber } from "../ui/format/format.ts";
import styles from "./pay-sheet.module.css";
import { PaymentStatus } from "./payment-status.tsx";
import { dispatchPurchase } from "./purchase.ts";
import { type EpisodeOnSale, usePurchase } from "./use-purchase.ts";

const words = texts.paySheet;

const CHEAPEST_PLAN = Math.min(...VIP_PLANS.map(({ price }) => price));

interface OffersProps extends Omit<EpisodeOnSale, "preview"> {
  busy?: boolean;
  onBuy?: () => void;
}

interface PaySheetProps extends EpisodeOnSale {
  title: string;
  previewEnded: boolean;
  onClose: () => void;
}

export function PaySheet({ title, previewEnded, onClose, preview, ...offer }: PaySheetProps) {
  const { offered, busy, buy } = usePurchase({ ...offer, preview });
  const close = () => {
    if (!offered) return;
    onClose();
    dispatchPurchase({ type: "closed" });
  };
  return (
    <Sheet open={previewEnded && offered} title={words.title} subject={title} onClose={close}>
      <div className={styles.offers}>
        <PaymentStatus />
        <Offers {...offer} busy={busy} onBuy={buy} />
        <Button kind="plain" onClick={close}>
          {texts.dialog.cancel}
        </Button>
      </div>
    </Sheet>
  );
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
          <IconDisc name="coin" size={22} />
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
        <IconDisc name="crown" size={22} />
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

export const OffersWithoutScript = (props: OffersProps) => (
  <noscript>
    <div className={`content ${styles.offers}`}>
      <Offers {...props} />
    </div>
  </noscript>
);

import { useFetcher } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import { EPISODE_PRICE, VIP_PLANS } from "../../server/contract/rules.ts";
import type { ActionResult } from "../../server/domain/actions.ts";
import { membershipAddress, videoAddress } from "../navigation/addresses.ts";
import { Link } from "../navigation/link.tsx";
import { watchIntents } from "../navigation/video-intents.tsx";
import { useMember } from "../session/member.ts";
import { texts } from "../texts/index.ts";
import sheetStyles from "../ui/feedback/sheet.module.css";
import { Sheet } from "../ui/feedback/sheet.tsx";
import { showToast } from "../ui/feedback/toast.tsx";
import { Button } from "../ui/form/button.tsx";
import { useOneSubmit } from "../ui/form/use-one-submit.ts";
import { formatNumber } from "../ui/format.ts";
import { Icon } from "../ui/media/icon.tsx";
import styles from "./pay-sheet.module.css";
import { PaymentStatus } from "./payment-status.tsx";
import { dispatchPurchase, mayClose, mayEnd, purchase, usePurchaseState } from "./purchase.ts";

const words = texts.paySheet;

const CHEAPEST_PLAN = Math.min(...VIP_PLANS.map(({ price }) => price));

interface OffersProps {
  code: string;
  episode: string;
  /** The address at which the video is continued. */
  place: string;
  busy?: boolean;
  onBuy?: () => void;
}

interface PaySheetProps extends Pick<OffersProps, "code" | "episode" | "place"> {
  title: string;
  /** Whether the preview is held at its end. */
  previewEnded: boolean;
  access: EpisodeAccess;
  onClose: () => void;
}

/** The offer at a preview's end. */
export function PaySheet({ title, previewEnded, access, onClose, ...offer }: PaySheetProps) {
  const { open, busy, buy } = usePurchase({ ...offer, previewEnded, access });
  const close = () => {
    onClose();
    dispatchPurchase({ type: "closed" });
  };
  return (
    <Sheet open={open} title={words.title} subject={title} onClose={close}>
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

interface EpisodeAccess {
  /** Null where all of it may be watched; undefined while that is not known. */
  preview: number | null | undefined;
  loading: boolean;
  reload: () => void;
}

/** Buys the episode that is shown: at a tap, or when coins that were ordered for it have been paid for. */
function usePurchase({
  code: video,
  episode,
  place,
  previewEnded,
  access,
}: Pick<PaySheetProps, "code" | "episode" | "place" | "previewEnded" | "access">) {
  const { submit, data, state } = useFetcher<ActionResult>({ key: "purchase" });
  const { begin } = useOneSubmit(state, data);
  const now = usePurchaseState();
  const busy = state !== "idle";
  const handled = useRef(data);
  const { preview } = access;
  const send = () =>
    submit(
      { intent: watchIntents.buy, episode, back: place },
      { method: "post", action: videoAddress(video) },
    );
  const latest = useRef({ send, reload: access.reload });
  latest.current = { send, reload: access.reload };

  useEffect(
    () => dispatchPurchase({ type: "opened", episode: { video, episode } }),
    [video, episode],
  );

  const isShown = now.episode?.video === video && now.episode.episode === episode;
  const isEnded = isShown && previewEnded;
  // the sheet stays while the router opens the page of coins, which takes its place
  const current = busy && now.state === "shortOfCoins" ? "buying" : now.state;
  // not only as it ends: a payment may have been waited for
  const mayBeOffered = previewEnded && (!isShown || mayEnd.has(current));
  useEffect(() => {
    if (mayBeOffered) dispatchPurchase({ type: "previewEnded", episode: { video, episode } });
  }, [mayBeOffered, video, episode]);

  const isPaid = isShown && now.state === "buying" && now.isPaid;
  const isSent = useRef(false);
  useEffect(() => {
    if (!isPaid) isSent.current = false;
    if (!isPaid || isSent.current || preview === undefined) return;
    isSent.current = preview !== null;
    if (preview === null) dispatchPurchase({ type: "bought" });
    else latest.current.send();
  }, [isPaid, preview]);

  // not by the router's revalidation: it gives that up when another action, as a like, is answered meanwhile
  useEffect(() => {
    if (data?.ok && data !== handled.current) latest.current.reload();
  }, [data]);

  useEffect(() => {
    if (busy || access.loading || !data || data === handled.current) return;
    handled.current = data;
    const bought = purchase().isPaid ? words.paidAndBought : words.bought;
    if (data.ok) showToast(bought, { kind: "done" });
    else showToast(data.message, { kind: "failed" });
    dispatchPurchase({ type: data.ok ? "bought" : "failed" });
  }, [busy, access.loading, data]);

  const isOffered = mayClose.has(current) && !now.isPaid;
  return {
    open: isEnded && isOffered,
    busy,
    buy() {
      if (!begin()) return;
      dispatchPurchase({ type: "buy", back: place });
      send();
    },
  };
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

export const OffersWithoutScript = (props: OffersProps) => (
  <noscript>
    <div className={`content ${styles.offers}`}>
      <Offers {...props} />
    </div>
  </noscript>
);

import { tabStorage, useTabStorage } from "../session/storage.ts";
import type {
  EpisodeToBuy,
  OpenOrder,
  Purchase,
  PurchaseState,
} from "../session/stored-purchase.ts";

/*
 * How an episode is bought in this tab. The pay sheet shows the offer in `ended` and `failed`, the action's answer says
 * what follows `buying`; `/pay`, `/vip` and the cashier do the rest, and whatever page is open asks for an order that is
 * being paid.
 *
 *   preview ──previewEnded──▶ ended ◀──closed, opened──▶ preview
 *                               │
 *                              buy                       (an order of a membership: vip)
 *                               ▼
 *   failed ◀──failed────────  buying ──bought──▶ bought ◀──paid (vip, or coins alone)──┐
 *     └──────buy──────────────▶ │ ▲                                                   │
 *                     tooFewCoins │ └──────paid, with the episode────────┐             │
 *                               ▼                                      │             │
 *                          shortOfCoins ──ordered──▶ paying ───────────┴─────────────┘
 *                               ▲                      │
 *                               └───────unpaid─────────┘
 *
 * An order that is not paid yet stays open in whatever state follows, and `paid` leads from there to `buying` as long
 * as that episode's page is the last one that was opened: nothing else is ever bought without a tap.
 */

export type PurchaseEvent =
  | { type: "opened" | "previewEnded"; episode: EpisodeToBuy }
  | { type: "closed" | "tooFewCoins" | "unpaid" | "paid" | "bought" | "failed" }
  | { type: "buy"; back: string }
  | { type: "ordered"; order: OpenOrder; back: string }
  | { type: "search"; searching: boolean };

const isSame = (one: EpisodeToBuy | null, other: EpisodeToBuy | null) =>
  one?.video === other?.video && one?.episode === other?.episode;

/** The states that outlive the page on which they began. */
const awaitsPayment = ({ state, isPaid }: Purchase) =>
  state === "shortOfCoins" || state === "paying" || (state === "buying" && isPaid);

const from = (...states: PurchaseState[]) => new Set(states);
export const mayEnd = from("preview", "shortOfCoins");
const mayBuy = from("ended", "failed");
/** While the sheet is open. */
export const mayClose = from("ended", "failed", "buying");

export function next(now: Purchase, event: PurchaseEvent, at: number): Purchase {
  const { state, episode, order } = now;
  switch (event.type) {
    case "opened":
      // whichever of its episodes is shown until it is known where the viewer was
      if (episode?.video === event.episode.video && awaitsPayment(now)) return now;
      return { ...now, state: "preview", episode: event.episode, isPaid: false };
    case "previewEnded":
      return mayEnd.has(state) || !isSame(episode, event.episode)
        ? { ...now, state: "ended", episode: event.episode, isPaid: false }
        : now;
    case "closed":
      return mayClose.has(state) ? { ...now, state: "preview" } : now;
    case "buy":
      return mayBuy.has(state)
        ? { ...now, state: "buying", isPaid: false, back: event.back, at }
        : now;
    case "tooFewCoins":
      return state === "buying" ? { ...now, state: "shortOfCoins" } : now;
    case "ordered": {
      const forEpisode = state === "shortOfCoins" && event.order.product === "coins";
      const ordered = { ...event.order, episode: forEpisode ? episode : null };
      return { ...now, state: "paying", isPaid: false, order: ordered, back: event.back, at };
    }
    case "search":
      return order && order.isSearched !== event.searching
        ? { ...now, order: { ...order, isSearched: event.searching } }
        : now;
    case "unpaid":
      if (state !== "paying") return now;
      return { ...now, state: order?.episode ? "shortOfCoins" : "preview" };
    case "paid": {
      if (!order) return now;
      if (order.episode && isSame(order.episode, episode))
        return { ...now, state: "buying", isPaid: true, order: null };
      const settles = state === "paying" || order.product === "vip";
      return { ...now, state: settles ? "bought" : state, order: null };
    }
    case "bought":
      return state === "buying" ? { ...now, state: "bought", isPaid: false } : now;
    case "failed":
      return state === "buying" ? { ...now, state: "failed", isPaid: false } : now;
  }
}

/** Where a video goes on whose viewer comes back from the cashier: the address of the page does not say it. */
export function placeOfPurchase(video: string) {
  const { state, isPaid, back } = purchase();
  if (back === "" || !(state === "paying" || (state === "buying" && isPaid))) return undefined;
  const { searchParams } = new URL(back, window.location.href);
  const [key, seconds] = [searchParams.get("ep") ?? "", Number(searchParams.get("t"))];
  return searchParams.get("id") === video && key ? { key, seconds } : undefined;
}

export const purchase = () => tabStorage.read("purchase");
export const usePurchaseState = () => useTabStorage("purchase");

export function dispatchPurchase(event: PurchaseEvent) {
  const before = purchase();
  const after = next(before, event, Date.now());
  if (after !== before) tabStorage.update("purchase", () => after);
}

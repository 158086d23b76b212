import { tabStorage, useTabStorage } from "../device/storage.ts";
import type { EpisodeToBuy, OpenOrder, Purchase } from "../device/stored-purchase.ts";

/*
 * How an episode is bought in this tab. The longest path: idle, buying, shortOfCoins, paying, buying, bought.
 *
 *   state          event         next state
 *   idle           buy           buying
 *   buying         failed        idle
 *                  tooFewCoins   shortOfCoins
 *   shortOfCoins   buy           buying
 *                  closed        idle
 *                  ordered       paying, for the episode
 *   paying         unpaid        shortOfCoins, or idle without an episode
 *   any            bought        bought
 *                  ordered       paying, for coins alone or a membership
 *                  paid          buying, if the order's episode is still the one opened last; else (in paying, or for a
 *                                membership) bought
 *                  opened        idle, unless a payment for an episode of that video is pending
 *
 * An unpaid order stays open in every state. Apart from this, nothing is bought without a tap.
 */

export type PurchaseEvent =
  | { type: "opened" | "tooFewCoins" | "bought" | "failed"; episode: EpisodeToBuy }
  | { type: "buy"; episode: EpisodeToBuy; back: string }
  | { type: "closed" | "unpaid" | "paid" }
  | { type: "ordered"; order: OpenOrder; back: string }
  | { type: "search"; searching: boolean };

const isSame = (one: EpisodeToBuy | null, other: EpisodeToBuy | null) =>
  one?.video === other?.video && one?.episode === other?.episode;

const awaitsPayment = ({ state, isPaid }: Purchase) =>
  state === "paying" || (state === "buying" && isPaid);

export const isInState = (state: Purchase["state"], now: Purchase, shown: EpisodeToBuy) =>
  now.state === state && isSame(now.episode, shown);

export const isOffered = (now: Purchase, shown: EpisodeToBuy) =>
  !isSame(now.episode, shown) || !(now.isPaid || now.state === "paying" || now.state === "bought");

export function reducePurchase(now: Purchase, event: PurchaseEvent, at: number): Purchase {
  const { state, episode, order } = now;
  switch (event.type) {
    case "opened":
      // another episode of the video may be shown until the stored position is known
      if (episode?.video === event.episode.video && awaitsPayment(now)) return now;
      return { ...now, state: "idle", episode: event.episode, isPaid: false };
    case "closed":
      return state === "shortOfCoins" ? { ...now, state: "idle" } : now;
    case "buy":
      return isOffered(now, event.episode) && !isInState("buying", now, event.episode)
        ? { ...now, state: "buying", episode: event.episode, isPaid: false, back: event.back, at }
        : now;
    case "tooFewCoins":
      return isInState("buying", now, event.episode) ? { ...now, state: "shortOfCoins" } : now;
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
      return { ...now, state: order?.episode ? "shortOfCoins" : "idle" };
    case "paid": {
      if (!order) return now;
      if (order.episode && isSame(order.episode, episode))
        return { ...now, state: "buying", isPaid: true, order: null };
      const settles = state === "paying" || order.product === "vip";
      return { ...now, state: settles ? "bought" : state, order: null };
    }
    case "bought":
      // in any state, as the page may have been opened again meanwhile
      return isSame(episode, event.episode) ? { ...now, state: "bought", isPaid: false } : now;
    case "failed":
      return isInState("buying", now, event.episode)
        ? { ...now, state: "idle", isPaid: false }
        : now;
  }
}

/** The position at which the video resumes after the cashier; the page's address does not contain it. */
export function purchasePosition(video: string) {
  const now = currentPurchase();
  if (now.back === "" || !awaitsPayment(now)) return undefined;
  const { searchParams } = new URL(now.back, window.location.href);
  const [key, seconds] = [searchParams.get("ep") ?? "", Number(searchParams.get("t"))];
  return searchParams.get("id") === video && key ? { key, seconds } : undefined;
}

export const currentPurchase = () => tabStorage.read("purchase");
export const usePurchaseState = () => useTabStorage("purchase");

export function dispatchPurchase(event: PurchaseEvent) {
  const before = currentPurchase();
  const after = reducePurchase(before, event, Date.now());
  if (after !== before) tabStorage.update("purchase", () => after);
}

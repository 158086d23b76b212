import { tabStorage, useTabStorage } from "../session/storage.ts";
import type { EpisodeToBuy, OpenOrder, Purchase } from "../session/stored-purchase.ts";

/*
 * How an episode is bought in this tab. The longest way is idle, buying, shortOfCoins, paying, buying, bought.
 *
 *   in             event         leads to
 *   idle           buy           buying
 *   buying         failed        idle
 *                  tooFewCoins   shortOfCoins
 *   shortOfCoins   buy           buying
 *                  closed        idle
 *                  ordered       paying; the order is for the episode
 *   paying         unpaid        shortOfCoins, or idle without an episode
 *   any            bought        bought
 *                  ordered       paying; the order is for coins alone or a membership
 *                  paid          buying, if the order's episode is still the one opened last; else bought, from paying
 *                                or with a membership
 *                  opened        idle, unless a payment for an episode of that video is under way
 *
 * An order that is not paid yet stays open in whatever state follows. Nothing else is ever bought without a tap.
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

export const isIn = (state: Purchase["state"], now: Purchase, shown: EpisodeToBuy) =>
  now.state === state && isSame(now.episode, shown);

/** Whether the shown episode may be offered: not while it is being paid for, and not once it has been bought. */
export const isOffered = (now: Purchase, shown: EpisodeToBuy) =>
  !isSame(now.episode, shown) || !(now.isPaid || now.state === "paying" || now.state === "bought");

export function next(now: Purchase, event: PurchaseEvent, at: number): Purchase {
  const { state, episode, order } = now;
  switch (event.type) {
    case "opened":
      // whichever of its episodes is shown until it is known where the viewer was
      if (episode?.video === event.episode.video && awaitsPayment(now)) return now;
      return { ...now, state: "idle", episode: event.episode, isPaid: false };
    case "closed":
      return state === "shortOfCoins" ? { ...now, state: "idle" } : now;
    case "buy":
      return isOffered(now, event.episode) && !isIn("buying", now, event.episode)
        ? { ...now, state: "buying", episode: event.episode, isPaid: false, back: event.back, at }
        : now;
    case "tooFewCoins":
      return isIn("buying", now, event.episode) ? { ...now, state: "shortOfCoins" } : now;
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
      // also where the page was opened anew meanwhile
      return isSame(episode, event.episode) ? { ...now, state: "bought", isPaid: false } : now;
    case "failed":
      return isIn("buying", now, event.episode) ? { ...now, state: "idle", isPaid: false } : now;
  }
}

/** Where a video goes on whose viewer comes back from the cashier: the address of the page does not say it. */
export function placeOfPurchase(video: string) {
  const now = purchase();
  if (now.back === "" || !awaitsPayment(now)) return undefined;
  const { searchParams } = new URL(now.back, window.location.href);
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

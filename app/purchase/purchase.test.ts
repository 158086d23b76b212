import { describe, expect, test } from "vitest";
import { type OpenOrder, storedPurchase } from "../device/stored-purchase.ts";
import { isOffered, type PurchaseEvent, reducePurchase } from "./purchase.ts";

const episode = { video: "130001", episode: "7" };
const other = { video: "130002", episode: "9" };
const back = "/videoinfo?id=130001&t=15";

const nothing = storedPurchase.empty;
const orderOf = (product: OpenOrder["product"]): OpenOrder => ({
  product,
  order: "sealed",
  episode: null,
  isSearched: true,
});

const reached = (...events: PurchaseEvent[]) =>
  events.reduce((now, event) => reducePurchase(now, event, 1), nothing);

const opened = { type: "opened", episode } satisfies PurchaseEvent;
const buying = [opened, { type: "buy", episode, back }] satisfies PurchaseEvent[];
const short = [...buying, { type: "tooFewCoins", episode }] satisfies PurchaseEvent[];
const paying = [
  ...short,
  { type: "ordered", order: orderOf("coins"), back },
] satisfies PurchaseEvent[];

describe("an episode", () => {
  test("is bought once per tap", () => {
    const tapped = reached(...buying);
    expect(tapped.state).toBe("buying");
    expect(reducePurchase(tapped, { type: "buy", episode, back }, 2)).toBe(tapped);
    const bought = reducePurchase(tapped, { type: "bought", episode }, 2);
    expect(bought.state).toBe("bought");
    expect(isOffered(bought, episode)).toBe(false);
  });

  test("is offered again after a failed purchase", () => {
    const failed = reached(...buying, { type: "failed", episode });
    expect(isOffered(failed, episode)).toBe(true);
    expect(reducePurchase(failed, { type: "buy", episode, back }, 2).state).toBe("buying");
  });

  test("is bought with the coins ordered for it once they are paid for", () => {
    expect(reached(...paying)).toMatchObject({ state: "paying", back, order: { episode } });
    const paid = reached(...paying, { type: "opened", episode }, { type: "paid" });
    expect(paid).toMatchObject({ state: "buying", isPaid: true, order: null });
    expect(reducePurchase(paid, { type: "opened", episode }, 2)).toBe(paid);
    const bought = reducePurchase(paid, { type: "bought", episode }, 2);
    expect(bought).toMatchObject({ state: "bought", isPaid: false });
  });

  test("that costs more than was paid is bought once the rest is paid, and is not offered meanwhile", () => {
    const refused = reached(...paying, { type: "paid" }, { type: "tooFewCoins", episode });
    expect(refused.state).toBe("shortOfCoins");
    expect(isOffered(refused, episode)).toBe(false);
    const again = reducePurchase(refused, { type: "ordered", order: orderOf("coins"), back }, 2);
    expect(again).toMatchObject({ state: "paying", isPaid: false, order: { episode } });
    expect(reducePurchase(again, { type: "paid" }, 3)).toMatchObject({
      state: "buying",
      isPaid: true,
    });
  });

  test("is not offered while its payment is unknown, and is offered again if unpaid", () => {
    const returned = reached(...paying, { type: "opened", episode });
    expect(isOffered(returned, episode)).toBe(false);
    const unpaid = reducePurchase(returned, { type: "unpaid" }, 2);
    expect(unpaid).toMatchObject({ state: "shortOfCoins", order: { episode } });
    expect(isOffered(unpaid, episode)).toBe(true);
    expect(reducePurchase(unpaid, { type: "paid" }, 2)).toMatchObject({
      state: "buying",
      isPaid: true,
    });
  });

  test("whose offer was closed is not bought with coins ordered later", () => {
    const closed = reached(...short, { type: "closed" });
    const ordered = reducePurchase(closed, { type: "ordered", order: orderOf("coins"), back }, 2);
    expect(ordered.order).toMatchObject({ episode: null });
  });

  test("is no longer bought once another episode's page opens", () => {
    const moved = reached(...paying, { type: "opened", episode: other }, { type: "paid" });
    expect(moved).toMatchObject({ state: "idle", episode: other, order: null });
  });

  test("is bought when its page reopens before the answer, and another episode's answer changes nothing", () => {
    const anew = reached(...buying, { type: "opened", episode });
    expect(anew.state).toBe("idle");
    expect(reducePurchase(anew, { type: "bought", episode }, 2).state).toBe("bought");
    const tapped = reached(...buying, { type: "buy", episode: other, back });
    for (const type of ["bought", "failed", "tooFewCoins"] as const)
      expect(reducePurchase(tapped, { type, episode }, 2), type).toBe(tapped);
  });
});

test("another episode of a video being paid for is offered, and a tap buys that one instead", () => {
  const second = { video: episode.video, episode: "8" };
  const shown = reached(...paying, { type: "opened", episode: second });
  expect(shown).toMatchObject({ state: "paying", episode });
  expect(isOffered(shown, second)).toBe(true);
  const tapped = reducePurchase(shown, { type: "buy", episode: second, back }, 2);
  expect(tapped).toMatchObject({ state: "buying", episode: second });
  expect(reducePurchase(tapped, { type: "paid" }, 2)).toMatchObject({
    state: "buying",
    isPaid: false,
  });
});

describe("an order", () => {
  test("for a membership unlocks whatever is offered, and buys nothing", () => {
    const ordered = reached(opened, { type: "ordered", order: orderOf("vip"), back });
    expect(ordered).toMatchObject({ state: "paying", order: { episode: null } });
    expect(reducePurchase(ordered, { type: "unpaid" }, 2).state).toBe("idle");
    expect(reducePurchase(ordered, { type: "paid" }, 2)).toMatchObject({
      state: "bought",
      isPaid: false,
    });
  });

  test("for coins alone buys nothing", () => {
    const ordered = reached({ type: "ordered", order: orderOf("coins"), back: "" });
    expect(reducePurchase(ordered, { type: "paid" }, 2)).toMatchObject({
      state: "bought",
      isPaid: false,
    });
  });

  test("that is missing has not been paid", () => {
    const idle = reached(opened);
    expect(reducePurchase(idle, { type: "paid" }, 2)).toBe(idle);
    expect(reducePurchase(idle, { type: "unpaid" }, 2)).toBe(idle);
  });

  test("is searched for until the search ends without it, and again on demand", () => {
    const inVain = reached(...paying, { type: "search", searching: false });
    expect(inVain.order?.isSearched).toBe(false);
    const again = reducePurchase(inVain, { type: "search", searching: true }, 2);
    expect(again.order?.isSearched).toBe(true);
    expect(reducePurchase(again, { type: "search", searching: true }, 2)).toBe(again);
  });
});

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

const stateAfter = (...events: PurchaseEvent[]) =>
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
    const tapped = stateAfter(...buying);
    expect(tapped.state).toBe("buying");
    expect(reducePurchase(tapped, { type: "buy", episode, back }, 2)).toBe(tapped);
    const bought = reducePurchase(tapped, { type: "bought", episode }, 2);
    expect(bought.state).toBe("bought");
    expect(isOffered(bought, episode)).toBe(false);
  });

  test("is offered again after a failed purchase", () => {
    const failed = stateAfter(...buying, { type: "failed", episode });
    expect(isOffered(failed, episode)).toBe(true);
    expect(reducePurchase(failed, { type: "buy", episode, back }, 2).state).toBe("buying");
  });

  test("is bought with the coins ordered for it once they are paid for", () => {
    expect(stateAfter(...paying)).toMatchObject({ state: "paying", back, order: { episode } });
    const paid = stateAfter(...paying, { type: "opened", episode }, { type: "paid" });
    expect(paid).toMatchObject({ state: "buying", isPaid: true, order: null });
    expect(reducePurchase(paid, { type: "opened", episode }, 2)).toBe(paid);
    const bought = reducePurchase(paid, { type: "bought", episode }, 2);
    expect(bought).toMatchObject({ state: "bought", isPaid: false });
  });

  test("is bought once the rest is paid, if it costs more than was paid, and is not offered meanwhile", () => {
    const refused = stateAfter(...paying, { type: "paid" }, { type: "tooFewCoins", episode });
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
    const returned = stateAfter(...paying, { type: "opened", episode });
    expect(isOffered(returned, episode)).toBe(false);
    const unpaid = reducePurchase(returned, { type: "unpaid" }, 2);
    expect(unpaid).toMatchObject({ state: "shortOfCoins", order: { episode } });
    expect(isOffered(unpaid, episode)).toBe(true);
    expect(reducePurchase(unpaid, { type: "paid" }, 2)).toMatchObject({
      state: "buying",
      isPaid: true,
    });
  });

  test("is not bought with coins that were ordered after its offer was closed", () => {
    const closed = stateAfter(...short, { type: "closed" });
    const ordered = reducePurchase(closed, { type: "ordered", order: orderOf("coins"), back }, 2);
    expect(ordered.order).toMatchObject({ episode: null });
  });

  test("is no longer bought once another episode's page opens", () => {
    const moved = stateAfter(...paying, { type: "opened", episode: other }, { type: "paid" });
    expect(moved).toMatchObject({ state: "idle", episode: other, order: null });
  });

  test("is bought even if its page reopens before the answer; another episode's answer changes nothing", () => {
    const reopened = stateAfter(...buying, { type: "opened", episode });
    expect(reopened.state).toBe("idle");
    expect(reducePurchase(reopened, { type: "bought", episode }, 2).state).toBe("bought");
    const tapped = stateAfter(...buying, { type: "buy", episode: other, back });
    for (const type of ["bought", "failed", "tooFewCoins"] as const)
      expect(reducePurchase(tapped, { type, episode }, 2), type).toBe(tapped);
  });
});

test("while one episode of a video is being paid for, another is offered, and a tap buys that one instead", () => {
  const second = { video: episode.video, episode: "8" };
  const shown = stateAfter(...paying, { type: "opened", episode: second });
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
    const ordered = stateAfter(opened, { type: "ordered", order: orderOf("vip"), back });
    expect(ordered).toMatchObject({ state: "paying", order: { episode: null } });
    expect(reducePurchase(ordered, { type: "unpaid" }, 2).state).toBe("idle");
    expect(reducePurchase(ordered, { type: "paid" }, 2)).toMatchObject({
      state: "bought",
      isPaid: false,
    });
  });

  test("for coins alone buys nothing", () => {
    const ordered = stateAfter({ type: "ordered", order: orderOf("coins"), back: "" });
    expect(reducePurchase(ordered, { type: "paid" }, 2)).toMatchObject({
      state: "bought",
      isPaid: false,
    });
  });

  test("must exist: without one, `paid` and `unpaid` change nothing", () => {
    const idle = stateAfter(opened);
    expect(reducePurchase(idle, { type: "paid" }, 2)).toBe(idle);
    expect(reducePurchase(idle, { type: "unpaid" }, 2)).toBe(idle);
  });

  test("is polled for its payment until polling gives up, and again on demand", () => {
    const gaveUp = stateAfter(...paying, { type: "search", searching: false });
    expect(gaveUp.order?.isSearched).toBe(false);
    const again = reducePurchase(gaveUp, { type: "search", searching: true }, 2);
    expect(again.order?.isSearched).toBe(true);
    expect(reducePurchase(again, { type: "search", searching: true }, 2)).toBe(again);
  });
});

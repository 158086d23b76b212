import { describe, expect, test } from "vitest";
import { type OpenOrder, storedPurchase } from "../session/stored-purchase.ts";
import { next, type PurchaseEvent } from "./purchase.ts";

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
  events.reduce((now, event) => next(now, event, 1), nothing);

const ended = [
  { type: "opened", episode },
  { type: "previewEnded", episode },
] satisfies PurchaseEvent[];
const short = [...ended, { type: "buy", back }, { type: "tooFewCoins" }] satisfies PurchaseEvent[];
const paying = [
  ...short,
  { type: "ordered", order: orderOf("coins"), back },
] satisfies PurchaseEvent[];

describe("an episode", () => {
  test("is bought at a tap, once", () => {
    const buying = reached(...ended, { type: "buy", back });
    expect(buying.state).toBe("buying");
    expect(next(buying, { type: "buy", back }, 2)).toBe(buying);
    expect(next(buying, { type: "bought" }, 2).state).toBe("bought");
    expect(next(buying, { type: "failed" }, 2).state).toBe("failed");
  });

  test("whose purchase failed is offered again", () => {
    const failed = reached(...ended, { type: "buy", back }, { type: "failed" });
    expect(next(failed, { type: "buy", back }, 2).state).toBe("buying");
    expect(next(failed, { type: "closed" }, 2).state).toBe("preview");
  });

  test("is bought with the coins that were ordered for it when they have been paid for", () => {
    expect(reached(...paying)).toMatchObject({ state: "paying", back, order: { episode } });
    const paid = reached(...paying, { type: "opened", episode }, { type: "paid" });
    expect(paid).toMatchObject({ state: "buying", isPaid: true, order: null });
    expect(next(paid, { type: "opened", episode }, 2)).toBe(paid);
    expect(next(paid, { type: "bought" }, 2)).toMatchObject({ state: "bought", isPaid: false });
  });

  test("that costs more than was paid is bought once the rest has been paid, and not offered meanwhile", () => {
    const refused = reached(...paying, { type: "paid" }, { type: "tooFewCoins" });
    expect(refused).toMatchObject({ state: "shortOfCoins", isPaid: true });
    const again = next(refused, { type: "ordered", order: orderOf("coins"), back }, 2);
    expect(again).toMatchObject({ state: "paying", isPaid: false, order: { episode } });
    expect(next(again, { type: "paid" }, 3)).toMatchObject({ state: "buying", isPaid: true });
  });

  test("is not offered before it is known whether it has been paid for, then again", () => {
    const returned = reached(
      ...paying,
      { type: "opened", episode },
      { type: "previewEnded", episode },
    );
    expect(returned.state).toBe("paying");
    const unpaid = next(returned, { type: "unpaid" }, 2);
    expect(unpaid.state).toBe("shortOfCoins");
    const offered = next(unpaid, { type: "previewEnded", episode }, 2);
    expect(offered).toMatchObject({ state: "ended", order: { episode } });
    expect(next(offered, { type: "paid" }, 2)).toMatchObject({ state: "buying", isPaid: true });
  });

  test("is not bought any more once another one's page was opened", () => {
    const moved = [...paying, { type: "opened", episode: other }] satisfies PurchaseEvent[];
    expect(reached(...moved, { type: "paid" })).toMatchObject({ state: "preview", order: null });
    const offered = reached(...moved, { type: "previewEnded", episode: other }, { type: "paid" });
    expect(offered).toMatchObject({ state: "ended", episode: other, isPaid: false });
  });
});

test("another episode of a video that is being paid for is offered when its preview ends", () => {
  const second = { video: episode.video, episode: "8" };
  const shown = reached(...paying, { type: "opened", episode: second });
  expect(shown).toMatchObject({ state: "paying", episode });
  const offered = next(shown, { type: "previewEnded", episode: second }, 2);
  expect(offered).toMatchObject({ state: "ended", episode: second });
  expect(next(offered, { type: "paid" }, 2)).toMatchObject({ state: "ended", order: null });
});

describe("an order", () => {
  test("of a membership opens whatever is offered, and buys nothing", () => {
    const ordered = reached(...ended, { type: "ordered", order: orderOf("vip"), back });
    expect(ordered).toMatchObject({ state: "paying", order: { episode: null } });
    expect(next(ordered, { type: "unpaid" }, 2).state).toBe("preview");
    expect(next(ordered, { type: "paid" }, 2)).toMatchObject({ state: "bought", isPaid: false });
  });

  test("of coins alone buys nothing", () => {
    const ordered = reached({ type: "ordered", order: orderOf("coins"), back: "" });
    expect(next(ordered, { type: "paid" }, 2)).toMatchObject({ state: "bought", isPaid: false });
  });

  test("that is not there has not been paid", () => {
    const preview = reached(...ended, { type: "closed" });
    expect(next(preview, { type: "paid" }, 2)).toBe(preview);
    expect(next(preview, { type: "unpaid" }, 2)).toBe(preview);
  });

  test("is looked for until that was in vain, and again", () => {
    const inVain = reached(...paying, { type: "search", searching: false });
    expect(inVain.order?.isSearched).toBe(false);
    const again = next(inVain, { type: "search", searching: true }, 2);
    expect(again.order?.isSearched).toBe(true);
    expect(next(again, { type: "search", searching: true }, 2)).toBe(again);
  });
});

test("what is on the way on a page that is opened anew is offered anew", () => {
  const reloaded = reached(...ended, { type: "buy", back }, { type: "opened", episode });
  expect(reloaded.state).toBe("preview");
});

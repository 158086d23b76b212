import { expect, test, vi } from "vitest";
import { createSharedFlights } from "../concurrency/shared-flight.ts";
import { createSealer } from "../secrets/seal.ts";
import { createOrders } from "./payments.ts";

function createShop() {
  const made: string[] = [];
  const make = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    made.push(`/order/${made.length + 1}`);
    return made.at(-1) ?? "";
  };
  return { made, make, orders: createOrders(createSharedFlights(createSealer(["s"]))) };
}

test("a double tap makes one order, even if the first tap has been answered already", async () => {
  const { made, make, orders } = createShop();
  const [first, second] = await Promise.all([orders("a", make), orders("a", make)]);
  expect(second).toBe(first);
  expect(await orders("a", make)).toBe(first);
  expect(made).toHaveLength(1);
});

test("another payment, or the same one later, is a separate order", async () => {
  vi.useFakeTimers();
  try {
    const { made, make, orders } = createShop();
    const both = Promise.all([orders("a", make), orders("b", make)]);
    await vi.advanceTimersByTimeAsync(1_100);
    await both;
    const later = orders("a", make);
    await vi.advanceTimersByTimeAsync(10);
    await later;
    expect(made).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

test("a failed order can be retried at once", async () => {
  const { make, orders } = createShop();
  await expect(orders("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await orders("a", make)).toBe("/order/1");
});

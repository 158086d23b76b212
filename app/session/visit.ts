import { useSyncExternalStore } from "react";
import { createStore } from "./create-store.ts";
import type { Shape } from "./memories.ts";

/** A payment whose outcome is not known yet, and what the member had before it. */
export interface OpenPayment {
  product: "vip" | "coins";
  coins: number;
  vipUntil: string;
  /** When the order was made, in milliseconds since 1970. */
  at: number;
  /** Whether the visitor was told that the outcome is not known yet. */
  told: boolean;
}

/** After this nobody can pay any more, and what was paid has arrived. */
const PAYMENT_MS = 30 * 60_000;

const openPayment: Shape<OpenPayment | null> = {
  empty: null,
  clean(stored) {
    const { product, coins, vipUntil, at, told }: Partial<OpenPayment> = Object(stored);
    if (product !== "vip" && product !== "coins") return null;
    if (typeof coins !== "number" || typeof vipUntil !== "string" || typeof at !== "number") {
      return null;
    }
    const current = Date.now() - at < PAYMENT_MS;
    return current ? { product, coins, vipUntil, at, told: told === true } : null;
  },
};

/** When the limited offer was first seen, in milliseconds since 1970; 0 before. */
const offerSince: Shape<number> = {
  empty: 0,
  clean: (stored) => (typeof stored === "number" && stored <= Date.now() ? stored : 0),
};

/** The names are those in the tab's storage. */
export const visitMemories = { openPayment, offerSince };
type Memories = typeof visitMemories;

/** What is remembered until the tab is closed, also over reloads and visits to a cashier elsewhere. */
export const visit = createStore(visitMemories, () =>
  typeof window === "undefined" ? undefined : window.sessionStorage,
);

/** One memory of this visit, kept current. Until the page is taken over by scripts it is empty. */
export function useVisit<Name extends keyof Memories>(name: Name): Memories[Name]["empty"] {
  return useSyncExternalStore<Memories[Name]["empty"]>(
    visit.subscribe,
    () => visit.read(name),
    () => visitMemories[name].empty,
  );
}

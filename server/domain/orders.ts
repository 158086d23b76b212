import { createSingleFlight } from "../shared-store/single-flight.ts";
import type { SharedFlights } from "./shared-flight.ts";

/** Long enough to catch a double tap, too short for a second order on purpose. */
const SAME_TAP_MS = 1_000;

export interface Orders {
  /**
   * Calls `make`, which returns the order's address. Meanwhile and for a second afterwards, calls with the same `key`
   * get the same order; a failure can be retried at once.
   */
  once(key: string, make: () => Promise<string>): Promise<string>;
}

export function createOrders(flights: SharedFlights): Orders {
  const ordering = flights.of<string>("order", SAME_TAP_MS);
  const once = createSingleFlight<string>(SAME_TAP_MS);
  return { once: (key, make) => once(key, () => ordering(key, make)) };
}

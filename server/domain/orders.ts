import { createSingleFlight } from "../shared-store/single-flight.ts";
import type { SharedFlights } from "./shared-flight.ts";

/** Long enough for the second tap of a double one, too short for anybody to want the same thing twice. */
const SAME_TAP_MS = 1_000;

/** Makes sure that what one person did once is ordered once. */
export interface Orders {
  /**
   * The address of the order that `make` makes. While it is being made, and for a second afterwards, the same `key`
   * gets the same order; a failure can be tried again at once.
   */
  once(key: string, make: () => Promise<string>): Promise<string>;
}

export function createOrders(flights: SharedFlights): Orders {
  const ordering = flights.of<string>("order", SAME_TAP_MS);
  const once = createSingleFlight<string>(SAME_TAP_MS);
  return { once: (key, make) => once(key, () => ordering(key, make)) };
}

import { Await } from "@remix-run/react";
import { type ReactNode, Suspense, useState } from "react";
import type { Later, Outcome } from "../../../server/domain/soon.ts";

interface PartProps<Data> {
  value: Later<Data>;
  show: (outcome: Outcome<Data>) => ReactNode;
  fallback: ReactNode;
  /** What stands there when the page's answer broke off. */
  cutOff: ReactNode;
}

/**
 * A part of a page: drawn in place where its data is there, else in a boundary, which it then keeps, so that what has
 * streamed in stays the same when its data is asked for anew. Data that is late after it was there begins anew, with
 * the skeleton. What is there has no boundary: one that is still to be hydrated would lose what the server drew
 * whenever anything above it changes.
 */
export function Part<Data>({ value, show, fallback, cutOff }: PartProps<Data>) {
  const late = value instanceof Promise;
  const [before, setBefore] = useState({ late, streamed: late, turn: 0 });
  if (before.late !== late) {
    setBefore({ late, streamed: true, turn: late ? before.turn + 1 : before.turn });
  }
  if (!before.streamed && !late) return show(value);
  return (
    <Suspense key={before.turn} fallback={fallback}>
      <Await resolve={value} errorElement={cutOff}>
        {show}
      </Await>
    </Suspense>
  );
}

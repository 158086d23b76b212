import { Await } from "@remix-run/react";
import { type ReactNode, Suspense, useState } from "react";
import type { Later, Outcome } from "../../server/context/soon.ts";

interface PartProps<Data> {
  value: Later<Data>;
  show: (outcome: Outcome<Data>) => ReactNode;
  fallback: ReactNode;
  /** What stands there when the page's answer broke off. */
  cutOff: ReactNode;
}

/**
 * A part of a page in a boundary of its own, whether its data is there already or not: so each part is hydrated by
 * itself, and one that streamed in stays the same when its data is asked for anew. Only data that is late again after
 * it was there begins anew, with the skeleton.
 */
export function Part<Data>({ value, show, fallback, cutOff }: PartProps<Data>) {
  const late = value instanceof Promise;
  const [before, setBefore] = useState({ late, turn: 0 });
  if (before.late !== late) setBefore({ late, turn: late ? before.turn + 1 : before.turn });
  return (
    <Suspense key={before.turn} fallback={fallback}>
      <Await resolve={value} errorElement={cutOff}>
        {show}
      </Await>
    </Suspense>
  );
}

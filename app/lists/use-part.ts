import { useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Later, Outcome } from "../../server/domain/soon.ts";
import { partAddress } from "../navigation/addresses.ts";
import { tellEndingOf } from "../session/session-ending.ts";

/**
 * Asks a page for one of its parts anew, for a form that without scripts leads to that page.
 *
 * @param name the part, as the page's loader names it
 * @param address the page with what the form would send
 * @param take gets the part that was asked for last, when it arrives; a failure leaves everything as it is
 */
export function usePart<Data>(name: string, address: string, take: (data: Data) => void) {
  const { load, data, state } = useFetcher<Record<string, Later<Data>>>();
  const [settled, settle] = useState({ data, failed: false });
  const taker = useRef(take);
  taker.current = take;

  useEffect(() => {
    const part = data?.[name] as Later<Data> | undefined;
    if (!part) return;
    let wanted = true;
    Promise.resolve(part)
      .catch((): Outcome<Data> => ({ ok: false, message: "" }))
      .then((outcome) => {
        if (!wanted) return;
        settle({ data, failed: !outcome.ok });
        if (outcome.ok) taker.current(outcome.data);
        else tellEndingOf(outcome);
      });
    return () => {
      wanted = false;
    };
  }, [data, name]);

  const ask = (event: FormEvent) => {
    event.preventDefault();
    load(partAddress(address, name));
  };
  // the part may still be on its way when the answer has begun
  const asking = state !== "idle" || settled.data !== data;
  return { asking, failed: !asking && settled.failed, ask };
}

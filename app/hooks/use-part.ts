import { useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Later, Outcome } from "../../server/context/soon.ts";
import { partAddress } from "../ui/addresses.ts";
import { tellEndingOf } from "./session-ending.ts";

/**
 * Asks a page for one of its parts anew, for a form that without scripts leads to that page.
 *
 * @param name the part, as the page's loader names it
 * @param address the page with what the form would send
 * @param take gets the part when it arrives; a failure leaves everything as it is
 */
export function usePart<Data>(name: string, address: string, take: (data: Data) => void) {
  const { load, data, state } = useFetcher<Record<string, Later<Data>>>();
  const [failed, setFailed] = useState(false);
  const taker = useRef(take);
  taker.current = take;

  useEffect(() => {
    const part = data?.[name] as Later<Data> | undefined;
    if (!part) return;
    Promise.resolve(part)
      .catch((): Outcome<Data> => ({ ok: false, message: "" }))
      .then((outcome) => {
        setFailed(!outcome.ok);
        if (outcome.ok) taker.current(outcome.data);
        else tellEndingOf(outcome);
      });
  }, [data, name]);

  const ask = (event: FormEvent) => {
    event.preventDefault();
    setFailed(false);
    load(partAddress(address, name));
  };
  return { asking: state !== "idle", failed, ask };
}

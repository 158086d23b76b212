import { useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Later } from "../../server/context/soon.ts";
import { partAddress } from "../ui/addresses.ts";

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
      .catch(() => ({ ok: false as const, message: "" }))
      .then((outcome) => {
        setFailed(!outcome.ok);
        if (outcome.ok) taker.current(outcome.data);
      });
  }, [data, name]);

  const ask = (event: FormEvent) => {
    event.preventDefault();
    setFailed(false);
    load(partAddress(address, name));
  };
  return { asking: state !== "idle", failed, ask };
}

import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { keep, keptOf } from "./history-entry.ts";

/** State that is there again when the visitor comes back to this history entry. */
export function useKept<Value>(name: string, initial: Value) {
  const { key } = useLocation();
  const [value, setValue] = useState(() => keptOf<Value>(key, name) ?? initial);
  useEffect(() => keep(key, name, value), [key, name, value]);
  return [value, setValue] as const;
}

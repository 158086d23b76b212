import { useEffect } from "react";
import { device } from "../../session/store.ts";

/** Puts a term in front of this device's search history. */
export function useRemembered(term: string) {
  useEffect(() => {
    if (term) device.update("searchHistory", (terms) => [term, ...terms]);
  }, [term]);
}

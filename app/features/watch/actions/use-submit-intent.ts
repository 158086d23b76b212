import { useSubmit } from "@remix-run/react";
import { useCallback } from "react";
import { videoAddress } from "../../../navigation/addresses.ts";

export type Intent = "like" | "favourite" | "unfavourite" | "visit";

let told = 0;

/** Tells the site what the viewer did with a video. The telling goes on when the page is left meanwhile. */
export function useTell(code: string) {
  const submit = useSubmit();
  return useCallback(
    (intent: Intent) => {
      told += 1;
      const fetcherKey = `told-${told}`;
      submit(
        { intent },
        { method: "post", action: videoAddress(code), navigate: false, fetcherKey },
      );
    },
    [submit, code],
  );
}

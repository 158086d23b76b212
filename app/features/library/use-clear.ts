import { type ClientActionFunctionArgs, useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { orElse } from "../../session/session-ending.ts";
import { texts } from "../../texts/index.ts";
import { showToast } from "../../ui/feedback/toast.tsx";

/** What a page's action answers to a script. */
export interface Cleared {
  ok: boolean;
}

/** Without a network nothing was cleared, which is an answer and no reason for an error page. */
export const clearingClientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction<Cleared>().catch(orElse({ ok: false }));

/** Clears the page's list at once for the eye, and here by `forget`; what could not be cleared is shown again. */
export function useClear(address: string, forget?: () => void) {
  const { submit, data, state } = useFetcher<Cleared>();
  const [cleared, setCleared] = useState(false);

  useEffect(() => {
    if (state !== "idle" || data?.ok !== false) return;
    setCleared(false);
    showToast(texts.network, { kind: "failed" });
  }, [state, data]);

  const clear = () => {
    forget?.();
    setCleared(true);
    submit({}, { method: "post", action: address });
  };
  return { cleared, clear };
}

import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { ActionResult } from "../../../server/domain/action-result.ts";
import { showToast } from "../../ui/feedback/toast.tsx";

/** Clears the page's list at once for the eye, and here by `forget`; what could not be cleared is shown again. */
export function useClear(address: string, forget?: () => void) {
  const { submit, data, state } = useFetcher<ActionResult>();
  const [cleared, setCleared] = useState(false);

  useEffect(() => {
    if (state !== "idle" || data?.ok !== false) return;
    setCleared(false);
    showToast(data.message, { kind: "failed" });
  }, [state, data]);

  const clear = () => {
    forget?.();
    setCleared(true);
    submit({}, { method: "post", action: address });
  };
  return { cleared, clear };
}

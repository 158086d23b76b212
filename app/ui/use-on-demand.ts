import { useRef, useState } from "react";
import { texts } from "../texts/index.ts";
import { showToast } from "./feedback/toast.tsx";
import { afterPaint, useSignalEffect } from "./paint.ts";

/** For what a tap opens. */
export const closeWithToast = (close: () => void) => () => {
  close();
  showToast(texts.network, { kind: "failed" });
};

export function useOnDemand<Part>(
  fetchPart: () => Promise<Part>,
  wanted: boolean,
  onFailed?: () => void,
): Part | undefined {
  const [part, setPart] = useState<Part>();
  const failed = useRef(onFailed);
  failed.current = onFailed;
  const missing = part === undefined;

  useSignalEffect([wanted, missing, fetchPart], (signal) => {
    if (!wanted || !missing) return;
    const fetchWanted = () =>
      fetchPart().then(
        (fetched) => signal.aborted || setPart(() => fetched),
        () => signal.aborted || failed.current?.(),
      );
    afterPaint(() => signal.aborted || fetchWanted());
  });

  return part;
}

import { useEffect, useRef, useState } from "react";
import { afterPaint } from "./paint.ts";

export function useOnDemand<Part>(
  fetchPart: () => Promise<Part>,
  wanted: boolean,
  onFailed: () => void,
): Part | undefined {
  const [part, setPart] = useState<Part>();
  const failed = useRef(onFailed);
  failed.current = onFailed;
  const missing = part === undefined;

  useEffect(() => {
    if (!wanted || !missing) return;
    let isCurrent = true;
    const fetchWanted = () =>
      fetchPart().then(
        (fetched) => isCurrent && setPart(() => fetched),
        () => isCurrent && failed.current(),
      );
    afterPaint(() => isCurrent && fetchWanted());
    return () => {
      isCurrent = false;
    };
  }, [wanted, missing, fetchPart]);

  return part;
}

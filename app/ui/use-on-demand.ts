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
    let still = true;
    const fetchWanted = () =>
      fetchPart().then(
        (fetched) => still && setPart(() => fetched),
        () => still && failed.current(),
      );
    afterPaint(() => still && fetchWanted());
    return () => {
      still = false;
    };
  }, [wanted, missing, fetchPart]);

  return part;
}

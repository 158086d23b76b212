import { useEffect, useRef, useState } from "react";

const ATTEMPTS = 3;
const PAUSE_MS = 600;

/** `untouched` is the server's picture: visible at once, also where no script ever runs. */
export type PictureState = "untouched" | "loading" | "shown" | "failed";

/** Follows a picture through up to three attempts. It may have loaded or failed before this script ran. */
export function usePicture() {
  const image = useRef<HTMLImageElement>(null);
  const [state, setState] = useState<PictureState>("untouched");
  const [attempt, setAttempt] = useState(1);

  const shown = () => setState("shown");
  const missed = () => {
    if (attempt >= ATTEMPTS) setState("failed");
    else setTimeout(setAttempt, PAUSE_MS * attempt, attempt + 1);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks once at each attempt's element
  useEffect(() => {
    const element = image.current;
    if (!element?.complete) setState("loading");
    else if (element.naturalWidth > 0) shown();
    else missed();
  }, [attempt]);

  return { image, state, attempt, shown, missed };
}

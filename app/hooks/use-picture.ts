import { useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { whenNear } from "./when-near.ts";

const ATTEMPTS = 3;
const PAUSE_MS = 600;

/** `untouched` is the server's picture: visible at once, also where no script ever runs. */
export type PictureState = "untouched" | "loading" | "shown" | "failed";

/**
 * Follows a picture through up to three attempts. It may have loaded or failed before this script ran. `near` is
 * true from when it is to be loaded; until then only the server's pictures have an address (`addressed`), which the
 * browser looks after by itself.
 */
export function usePicture(eager: boolean) {
  const image = useRef<HTMLImageElement>(null);
  const [drawnHere] = useState(useHydrated());
  const [near, setNear] = useState(eager);
  const [state, setState] = useState<PictureState>("untouched");
  const [attempt, setAttempt] = useState(1);
  const addressed = near || !drawnHere;

  const shown = () => setState("shown");
  const missed = () => {
    if (attempt >= ATTEMPTS) setState("failed");
    else setTimeout(setAttempt, PAUSE_MS * attempt, attempt + 1);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another element
  useEffect(() => {
    if (!near && image.current) return whenNear(image.current, () => setNear(true));
  }, [near, attempt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks once at each attempt's element
  useEffect(() => {
    if (!addressed) return;
    const element = image.current;
    if (!element?.complete) setState("loading");
    else if (element.naturalWidth > 0) shown();
    else missed();
  }, [attempt, addressed]);

  return { image, state, attempt, near, addressed, shown, missed };
}

import { useCallback, useSyncExternalStore } from "react";
import { chosenSpeed } from "./speed.ts";

/** The speed that the viewer chose. */
export function useSpeed(video: HTMLVideoElement | undefined): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      video?.addEventListener("ratechange", listener);
      return () => video?.removeEventListener("ratechange", listener);
    },
    [video],
  );
  return useSyncExternalStore(
    subscribe,
    () => (video ? chosenSpeed(video) : 1),
    () => 1,
  );
}

import { useEffect } from "react";

export const VIDEO_LINK = 'a[href^="/videoinfo?"]';

const isVideoLink = ({ target }: Event) =>
  target instanceof Element && target.closest(VIDEO_LINK) !== null;

/** A press on a video's link preconnects to the media origins, and a tap fetches the player's script. */
export function usePrefetchPlayer(mediaOrigins: readonly string[]) {
  useEffect(() => {
    const onPress = (event: Event) => isVideoLink(event) && preconnect(mediaOrigins);
    const onTap = (event: Event) => isVideoLink(event) && prefetchPlayer();
    const options = { capture: true, passive: true };
    document.addEventListener("pointerdown", onPress, options);
    document.addEventListener("click", onTap, options);
    return () => {
      document.removeEventListener("pointerdown", onPress, options);
      document.removeEventListener("click", onTap, options);
    };
  }, [mediaOrigins]);
}

/** Skipped with native HLS; a failure shows when the player loads. */
function prefetchPlayer() {
  if (!("ManagedMediaSource" in window))
    import("../player/core/hls-engine.ts").catch(() => undefined);
}

/** In milliseconds: browsers close unused connections after about ten seconds. */
const CONNECTION_MS = 8_000;

let connectedAt = Number.NEGATIVE_INFINITY;
let links: HTMLLinkElement[] = [];

function preconnect(origins: readonly string[]) {
  if (performance.now() - connectedAt < CONNECTION_MS) return;
  connectedAt = performance.now();
  for (const link of links) link.remove();
  links = origins.map((href) =>
    Object.assign(document.createElement("link"), {
      rel: "preconnect",
      crossOrigin: "anonymous",
      href,
    }),
  );
  document.head.append(...links);
}

import { useEffect } from "react";

const isVideoLink = ({ target }: Event) =>
  target instanceof Element && target.closest('a[href^="/videoinfo?"]') !== null;

/**
 * A press on a video's link opens connections to the media origins, and a tap fetches the player's script, so that
 * both are there when the page's data is.
 */
export function usePrefetchPlayer(mediaOrigins: readonly string[]) {
  useEffect(() => {
    const onPress = (event: Event) => isVideoLink(event) && preconnect(mediaOrigins);
    const onTap = (event: Event) => isVideoLink(event) && prefetchPlayer();
    // before the router handles the click
    const options = { capture: true, passive: true };
    document.addEventListener("pointerdown", onPress, options);
    document.addEventListener("click", onTap, options);
    return () => {
      document.removeEventListener("pointerdown", onPress, options);
      document.removeEventListener("click", onTap, options);
    };
  }, [mediaOrigins]);
}

/** Not where the browser plays HLS by itself; a failure shows when the player needs the script. */
function prefetchPlayer() {
  if (!("ManagedMediaSource" in window))
    import("../player/core/hls-engine.ts").catch(() => undefined);
}

/** Browsers close an unused connection after about ten seconds. */
const CONNECTION_MS = 8_000;

let connectedAt = Number.NEGATIVE_INFINITY;
let links: HTMLLinkElement[] = [];

/** Opens connections in the mode in which scripts fetch media. */
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

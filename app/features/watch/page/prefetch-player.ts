import { useEffect } from "react";
import { beginningAddress, firstEpisodeStream } from "../../../navigation/addresses.ts";
import { savesData } from "../../../session/data-use.ts";
import { deviceStorage } from "../../../session/storage.ts";
import { afterPaint } from "../../../ui/after-paint.ts";
import { miniPlayer } from "../mini/on-demand.tsx";

export const VIDEO_LINK = 'a[href^="/videoinfo?"]';

const prefetchedLinkOf = ({ target }: Event) =>
  target instanceof Element && !savesData() ? target.closest<HTMLAnchorElement>(VIDEO_LINK) : null;

/**
 * A press on a video's link preconnects to the media origins, and a tap fetches what the player begins with; not for
 * whoever saves data.
 */
export function usePrefetchPlayer(mediaOrigins: readonly string[]) {
  useEffect(() => {
    const onPress = (event: Event) => prefetchedLinkOf(event) && preconnect(mediaOrigins);
    const onTap = (event: Event) => {
      const link = prefetchedLinkOf(event);
      if (link) prefetchPlayer(new URL(link.href).searchParams.get("id") ?? "");
    };
    const options = { capture: true, passive: true };
    document.addEventListener("pointerdown", onPress, options);
    document.addEventListener("click", onTap, options);
    return () => {
      document.removeEventListener("pointerdown", onPress, options);
      document.removeEventListener("click", onTap, options);
    };
  }, [mediaOrigins]);
}

/** Skipped with native HLS, and for what plays already; a failure shows when the player loads. */
function prefetchPlayer(code: string) {
  if ("ManagedMediaSource" in window || miniPlayer()?.keptOf(code, "")) return;
  const watched = deviceStorage.read("videoHistory").some((video) => video.code === code);
  // the browser's cache has it when the player asks
  if (!watched)
    fetch(beginningAddress(firstEpisodeStream(code)), { priority: "high" })
      .then((answer) => answer.blob())
      .catch(() => undefined);
  // evaluated before the tap's frame when it is cached
  afterPaint(() => void import("../player/core/hls-engine.ts").catch(() => undefined));
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

import { useLocation, useNavigationType } from "@remix-run/react";
import { useEffect, useInsertionEffect, useRef } from "react";
import { beginningAddress, firstEpisodeStream } from "../../../navigation/addresses.ts";
import { isFollowing } from "../../../navigation/link.tsx";
import { useCommitEffect } from "../../../navigation/scroll-place.ts";
import { savesData } from "../../../session/data-use.ts";
import { deviceStorage } from "../../../session/storage.ts";
import { afterPaint } from "../../../ui/after-paint.ts";
import pictureStyles from "../../../ui/media/picture.module.css";
import { miniPlayer } from "../mini/on-demand.tsx";
import { beginTapped, releaseTapped } from "../player/core/beginning.ts";

type Link = HTMLAnchorElement;

const VIDEO_LINK = 'a[href^="/videoinfo?"]';

/** For the root: what links to videos do on every page. */
export function useVideoLinks() {
  usePrefetchPlayer();
  useCarriedCover();
}

/** Its picture is held, so that the browser has it at once when the list is returned to. */
let tapped: { code: string | null; picture: HTMLImageElement | null } | undefined;
let named: HTMLElement | null | undefined;

const codeIn = (search: string) => new URLSearchParams(search).get("id");

/** The address of the cover that was tapped for this video. */
export const tappedCover = (code: string | null) =>
  (tapped?.code === code && tapped?.picture?.currentSrc) || "";

const coverOf = (link: Link | undefined) => link?.querySelector("img")?.parentElement;

/** The router's view transition carries the element of this name to the stage of `watch-page.module.css`, and back. */
function nameCarried(element: HTMLElement | null | undefined) {
  named?.style.removeProperty("view-transition-name");
  named = element;
  named?.style.setProperty("view-transition-name", "player");
}

/** A tapped cover becomes the player's stage, and the stage the small window or the cover on the way back. */
function useCarriedCover() {
  const { pathname, search, state } = useLocation();
  const returned = useNavigationType() === "POP" || state?.reopens !== undefined;
  const code = pathname === "/videoinfo" ? codeIn(search) : null;
  const before = useRef(code);

  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const link = (target as Element).closest<Link>(VIDEO_LINK);
      if (!link) return;
      tapped = { code: codeIn(link.search), picture: link.querySelector("img") };
      // on a watch page the new stage replaces the old one by itself; the link navigates after this
      afterPaint(() => nameCarried(code ? undefined : coverOf(link)));
    };
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, [code]);

  // covers of a page that is returned to do not fade in: said before layout effects, in which a fade would begin. After an
  // error page the new document has no root element yet
  useInsertionEffect(() => {
    document.documentElement?.toggleAttribute("data-returned", returned);
    const carries = "startViewTransition" in document;
    document.documentElement?.toggleAttribute("data-cover-fades-in", !carries);
  });
  useCommitEffect(() => {
    const carried =
      before.current && !code ? (miniPlayer()?.miniWindow() ?? coverInSight(before.current)) : null;
    nameCarried(carried);
    before.current = code;
  }, [code]);
}

const coverInSight = (code: string) =>
  coverOf(
    [...document.querySelectorAll<Link>(VIDEO_LINK)].find((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return codeIn(link.search) === code && bottom > 0 && top < window.innerHeight;
    }),
  );

const prefetchedLinkOf = ({ target }: Event) =>
  target instanceof Element && !savesData() ? target.closest<Link>(VIDEO_LINK) : null;

/** A tap on a video's link fetches what the player begins with; not for whoever saves data. */
function usePrefetchPlayer() {
  useEffect(() => {
    const onTap = (event: Event) => {
      const link = prefetchedLinkOf(event);
      if (link) prefetchPlayer(link);
    };
    document.addEventListener("click", onTap, true);
    return () => document.removeEventListener("click", onTap, true);
  }, []);
}

/** Skipped with native HLS, and for what plays already; a failure shows when the player loads. */
function prefetchPlayer(link: Link) {
  const wanted = new URLSearchParams(link.search);
  const code = wanted.get("id") ?? "";
  if ("ManagedMediaSource" in window || miniPlayer()?.keptOf(code, "")) return;
  const startsElsewhere =
    wanted.has("ep") || deviceStorage.read("videoHistory").some((video) => video.code === code);
  const stream = startsElsewhere ? "" : firstEpisodeStream(code);
  releaseTapped();
  if (stream && location.pathname !== "/videoinfo" && "MediaSource" in window)
    beginTapped(stream, (video) => playInCover(video, link));
  // a watch page has an element; the browser's cache has it when the player asks
  else if (stream)
    fetch(beginningAddress(stream, 0), { priority: "high" })
      .then((answer) => answer.blob())
      .catch(() => undefined);
  // evaluated before the page is there when it is cached
  afterPaint(() => {
    import("../player/core/hls-engine.ts").catch(() => undefined);
  });
}

/** From its first frame until the page is shown, the video plays where it was tapped; the page takes the element over. */
function playInCover(video: HTMLVideoElement, link: Link) {
  const picture = link.querySelector("img");
  if (!picture || !isFollowing(link) || document.hidden || miniPlayer()?.miniWindow()) return;
  video.className = pictureStyles.picture ?? "";
  picture.after(video);
  video.play().catch(() => undefined);
  const observer = new MutationObserver(() => {
    observer.disconnect();
    // not followed any more, and no page is shown in place of the link's
    if (link.isConnected && link.contains(video)) releaseTapped();
  });
  observer.observe(link, { attributeFilter: ["data-followed"] });
}

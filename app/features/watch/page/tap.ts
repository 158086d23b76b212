import { useLocation, useNavigationType } from "@remix-run/react";
import { useEffect, useInsertionEffect, useRef } from "react";
import {
  beginningAddress,
  firstEpisodeStream,
  isVideoPage,
  VIDEO_LINK,
  videoCodeOf,
} from "../../../addresses.ts";
import { savesData } from "../../../device/data-use.ts";
import { deviceStorage } from "../../../device/storage.ts";
import { isFollowing, onFollowed } from "../../../navigation/link.tsx";
import {
  type BegunVideo,
  beginVideo,
  playsBeginnings,
  startOfFirstEpisode,
} from "../../../player/engines/beginning.ts";
import pictureStyles from "../../../ui/media/picture.module.css";
import { afterPaint, useCommitEffect } from "../../../ui/paint.ts";
import { miniPlayer } from "../../mini/on-demand.tsx";

type Link = HTMLAnchorElement;

/** A link to a video, from the moment when it is pressed. */
interface Tap {
  link: Link;
  code: string | null;
  /** Held, so that the browser has its picture at once when the list is returned to. */
  picture: HTMLImageElement | null;
  /** The address of the stream's first seconds; "" where they are not asked for. */
  address: string;
  /** In which they play, until a page takes it; a watch page has a video element of its own. */
  video?: BegunVideo;
  giveUp(): void;
}

/** The link under the finger, and the last one that was tapped. */
let pressed: Tap | undefined;
let tapped: Tap | undefined;

/** In milliseconds after the finger was lifted: by then its click has come. */
const CLICK_MS = 400;
/** In milliseconds: a finger that comes down so soon after the page moved only stops it. */
const STILL_MS = 120;

/** The address of the cover that was tapped for this video. */
export const tappedCover = (code: string | null) =>
  (tapped?.code === code && tapped?.picture?.currentSrc) || "";

/** The element in which these first seconds have begun, to be shown in place of a new one. */
export const tappedVideo = (address: string): HTMLVideoElement | undefined =>
  tapped?.address === address ? tapped.video : undefined;

/** @param shown the tapped element, if a page shows it; otherwise what was begun is given up */
export function releaseTapped(shown?: HTMLVideoElement) {
  if (tapped?.video && tapped.video === shown) delete tapped.video;
  else if (tapped?.video) tapped.giveUp();
}

/** For the root: the player's stage is carried from the tapped cover and back, and a press begins the video. */
export function useVideoTaps() {
  useCarriedCover();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const on = { signal, capture: true };
    let scrolledAt = Number.NEGATIVE_INFINITY;
    const cancel = () => {
      pressed?.giveUp();
      pressed = undefined;
    };
    const onDown = ({ target, isPrimary, button, timeStamp }: PointerEvent) => {
      const link = linkAt(target);
      if (!link || !isPrimary || button || timeStamp - scrolledAt < STILL_MS) return;
      cancel();
      // what plays in another card goes on until this is a tap
      if (!isFollowing()) pressed = begin(link);
    };
    const onUp = () => {
      const lifted = pressed;
      setTimeout(() => lifted && lifted === pressed && cancel(), CLICK_MS);
    };
    const onClick = ({ target }: MouseEvent) => {
      const link = linkAt(target);
      // a double tap is one
      if (!link || isFollowing(link)) return;
      if (pressed?.link !== link) cancel();
      tapped?.giveUp();
      tapped = pressed ?? begin(link);
      pressed = undefined;
      afterPaint(onTapPainted);
    };
    document.addEventListener("pointerdown", onDown, on);
    // the browser scrolls or drags with this finger
    document.addEventListener("pointercancel", cancel, on);
    document.addEventListener("pointerup", onUp, on);
    document.addEventListener("click", onClick, on);
    // behind React's own: by then the link is followed, and the navigation has not begun to keep frames waiting
    document.addEventListener("click", () => tapped && playInCover(tapped), { signal });
    const onScroll = ({ timeStamp }: Event) => {
      scrolledAt = timeStamp;
    };
    document.addEventListener("scroll", onScroll, { signal, passive: true });
    // it is not followed any more, and no page is shown in place of the link's
    const unsubscribe = onFollowed(() => {
      if (tapped?.link.isConnected && !isFollowing(tapped.link)) tapped.giveUp();
    });
    return () => {
      stop.abort();
      unsubscribe();
    };
  }, []);
}

const linkAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<Link>(VIDEO_LINK) : null;

/** Loads the stream's first seconds: media source, loading and decoding take no longer than the page's data and its rendering. */
function begin(link: Link): Tap {
  const code = videoCodeOf(link);
  const stop = new AbortController();
  const tap: Tap = {
    link,
    code,
    picture: link.querySelector("img"),
    address: "",
    giveUp() {
      stop.abort();
      const { video } = tap;
      if (!video) return;
      delete tap.video;
      video.remove();
      video.beginning?.stop();
      video.removeAttribute("src");
      video.load();
    },
  };
  const from = code === null ? undefined : startOf(link, code);
  if (code === null || from === undefined) return tap;
  tap.address = beginningAddress(firstEpisodeStream(code), from);
  if (isVideoPage(location)) {
    // the browser's cache has it when the player asks; a failure shows there
    fetch(tap.address, { priority: "high", signal: stop.signal })
      .then((answer) => answer.blob())
      .catch(() => undefined);
    return tap;
  }
  const video: BegunVideo = document.createElement("video");
  Object.assign(video, { playsInline: true, preload: "auto" });
  video.addEventListener("loadeddata", () => playInCover(tap));
  video.beginning = beginVideo(video, tap.address, from);
  tap.video = video;
  return tap;
}

/** In seconds; undefined where nothing is to begin. */
function startOf({ search }: Link, code: string): number | undefined {
  const asked = new URLSearchParams(search);
  if (asked.has("ep") || !mayFetchFor(code)) return undefined;
  return startOfFirstEpisode(asked, deviceStorage.read("videoHistory"), code);
}

/** Not with native HLS, where data are saved, or for what plays already. */
const mayFetchFor = (code: string | null) =>
  playsBeginnings() && !savesData() && !miniPlayer()?.keptOf(code ?? "", "");

function onTapPainted() {
  if (!tapped) return;
  const { link, code } = tapped;
  // opened in another tab, or not at all
  if (!isFollowing(link)) return tapped.giveUp();
  // on a watch page the new stage replaces the old one by itself
  nameCarried(isVideoPage(location) ? undefined : coverOf(link));
  // evaluated before the page is there when it is cached
  if (mayFetchFor(code)) import("../../../player/engines/hls-engine.ts").catch(() => undefined);
}

/** From its first frame until the page is shown, the video plays where it was tapped; the page takes the element over. */
function playInCover({ link, picture, video }: Tap) {
  const isReady = video && video.readyState >= video.HAVE_CURRENT_DATA && !video.isConnected;
  if (!isReady || !picture || !isFollowing(link)) return;
  if (document.hidden || miniPlayer()?.miniWindow()) return;
  video.className = pictureStyles.picture ?? "";
  picture.after(video);
  video.play().catch(() => undefined);
}

let named: HTMLElement | null | undefined;

/** The router's view transition carries the element of this name to the stage of `watch-page.module.css`, and back. */
function nameCarried(element: HTMLElement | null | undefined) {
  named?.style.removeProperty("view-transition-name");
  named = element;
  named?.style.setProperty("view-transition-name", "player");
}

/** A tapped cover becomes the player's stage, and the stage the small window or the cover on the way back. */
function useCarriedCover() {
  const location = useLocation();
  const returned = useNavigationType() === "POP" || location.state?.reopens !== undefined;
  const code = videoCodeOf(location);
  const before = useRef(code);

  // covers of a page that is returned to do not fade in: set before layout effects, in which a fade would begin. After an
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

const coverOf = (link: Link | undefined) => link?.querySelector("img")?.parentElement;

const coverInSight = (code: string) =>
  coverOf(
    [...document.querySelectorAll<Link>(VIDEO_LINK)].find((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return videoCodeOf(link) === code && bottom > 0 && top < window.innerHeight;
    }),
  );

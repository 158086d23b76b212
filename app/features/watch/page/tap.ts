import { useLocation, useNavigationType } from "@remix-run/react";
import { useInsertionEffect, useRef } from "react";
import {
  beginningAddress,
  firstEpisodeStream,
  isVideoPage,
  VIDEO_LINK,
  videoCodeOf,
} from "../../../addresses.ts";
import { savesData } from "../../../device/playback.ts";
import { deviceStorage } from "../../../device/storage.ts";
import { isFollowing, onFollowed } from "../../../navigation/link.tsx";
import {
  type BegunVideo,
  beginVideo,
  playsBeginnings,
  startOfFirstEpisode,
} from "../../../player/engines/beginning.ts";
import pictureStyles from "../../../ui/media/picture.module.css";
import { afterPaint, useCommitEffect, useSignalEffect } from "../../../ui/paint.ts";
import { CLICK_MS, STILL_MS } from "../../../ui/video/card.ts";
import { miniPlayer } from "../../mini/on-demand.tsx";

type Link = HTMLAnchorElement;

interface Tap {
  link: Link;
  code: string | null;
  /** Kept here so that the browser keeps it decoded until the list is shown again. */
  picture: HTMLImageElement | null;
  /** The address of the stream's first seconds; "" if they are not loaded. */
  address: string;
  video?: BegunVideo;
  discard(): void;
}

let pressed: Tap | undefined;
let tapped: Tap | undefined;

export const tappedCover = (code: string | null) =>
  (tapped?.code === code && tapped?.picture?.currentSrc) || "";

/** The started element, which the player uses instead of a new one. */
export const tappedVideo = (address: string): HTMLVideoElement | undefined =>
  tapped?.address === address ? tapped.video : undefined;

/** @param shown the tapped element, if a page shows it; otherwise it is discarded */
export function releaseTapped(shown?: HTMLVideoElement) {
  if (tapped?.video && tapped.video === shown) delete tapped.video;
  else if (tapped?.video) tapped.discard();
}

/** Called once, by the root. A view transition moves the tapped cover to the player and back. */
export function useVideoTaps() {
  useCoverTransition();
  useSignalEffect([], (signal) => {
    const on = { signal, capture: true };
    let scrolledAt = Number.NEGATIVE_INFINITY;
    const cancel = () => {
      pressed?.discard();
      pressed = undefined;
    };
    const onDown = ({ target, isPrimary, button, timeStamp }: PointerEvent) => {
      const link = linkAt(target);
      if (!link || !isPrimary || button || timeStamp - scrolledAt < STILL_MS) return;
      cancel();
      // the previously tapped card's video keeps playing until this press becomes a tap
      if (!isFollowing()) pressed = begin(link);
    };
    const onUp = () => {
      const lifted = pressed;
      setTimeout(() => lifted && lifted === pressed && cancel(), CLICK_MS);
    };
    const onClick = ({ target }: MouseEvent) => {
      const link = linkAt(target);
      if (!link || isFollowing(link)) return;
      if (pressed?.link !== link) cancel();
      tapped?.discard();
      tapped = pressed ?? begin(link);
      pressed = undefined;
      afterPaint(onTapPainted);
    };
    document.addEventListener("pointerdown", onDown, on);
    document.addEventListener("pointercancel", cancel, on);
    document.addEventListener("pointerup", onUp, on);
    document.addEventListener("click", onClick, on);
    // after React's handler: the navigation has started, but does not block frames yet
    document.addEventListener("click", () => tapped && playInCover(tapped), { signal });
    const onScroll = ({ timeStamp }: Event) => {
      scrolledAt = timeStamp;
    };
    document.addEventListener("scroll", onScroll, { signal, passive: true });
    const discardUnlessFollowed = () => {
      if (tapped?.link.isConnected && !isFollowing(tapped.link)) tapped.discard();
    };
    signal.addEventListener("abort", onFollowed(discardUnlessFollowed));
  });
}

const linkAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<Link>(VIDEO_LINK) : null;

function begin(link: Link): Tap {
  const code = videoCodeOf(link);
  const stop = new AbortController();
  const tap: Tap = {
    link,
    code,
    picture: link.querySelector("img"),
    address: "",
    discard() {
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
    // fills the HTTP cache for the player, which reports failures
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

function startOf({ search }: Link, code: string): number | undefined {
  const query = new URLSearchParams(search);
  if (query.has("ep") || !mayFetchFor(code)) return undefined;
  return startOfFirstEpisode(query, deviceStorage.read("videoHistory"), code);
}

/** False with native HLS, with the data saver, and for the video in the mini player. */
const mayFetchFor = (code: string | null) =>
  playsBeginnings() && !savesData() && !miniPlayer()?.keptOf(code ?? "", "");

function onTapPainted() {
  if (!tapped) return;
  const { link, code } = tapped;
  // the link opened in another tab, or not at all
  if (!isFollowing(link)) return tapped.discard();
  // on a watch page the new stage replaces the old one without a transition
  setTransitionElement(isVideoPage(location) ? undefined : coverOf(link));
  // once loaded, it runs before the page is shown
  if (mayFetchFor(code)) import("../../../player/engines/hls-engine.ts").catch(() => undefined);
}

/** Plays the video in the tapped cover, from its first frame until the page takes the element over. */
function playInCover({ link, picture, video }: Tap) {
  const isReady = video && video.readyState >= video.HAVE_CURRENT_DATA && !video.isConnected;
  if (!isReady || !picture || !isFollowing(link)) return;
  if (document.hidden || miniPlayer()?.miniWindow()) return;
  video.className = pictureStyles.picture ?? "";
  picture.after(video);
  video.play().catch(() => undefined);
}

let transitionElement: HTMLElement | null | undefined;

function setTransitionElement(element: HTMLElement | null | undefined) {
  transitionElement?.style.removeProperty("view-transition-name");
  transitionElement = element;
  transitionElement?.style.setProperty("view-transition-name", "player");
}

/** A tapped cover becomes the player's stage; going back, the stage becomes the mini player or the cover. */
function useCoverTransition() {
  const location = useLocation();
  const returned = useNavigationType() === "POP" || location.state?.reopens !== undefined;
  const code = videoCodeOf(location);
  const before = useRef(code);

  // before layout effects, which start the fade; after an error page there is no `<html>` yet
  useInsertionEffect(() => {
    document.documentElement?.toggleAttribute("data-returned", returned);
    const hasTransitions = "startViewTransition" in document;
    document.documentElement?.toggleAttribute("data-cover-fades-in", !hasTransitions);
  });
  useCommitEffect(() => {
    const carried =
      before.current && !code ? (miniPlayer()?.miniWindow() ?? visibleCover(before.current)) : null;
    setTransitionElement(carried);
    before.current = code;
  }, [code]);
}

const coverOf = (link: Link | undefined) => link?.querySelector("img")?.parentElement;

const visibleCover = (code: string) =>
  coverOf(
    [...document.querySelectorAll<Link>(VIDEO_LINK)].find((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return videoCodeOf(link) === code && bottom > 0 && top < window.innerHeight;
    }),
  );

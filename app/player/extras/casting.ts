import { useEffect, useRef, useState } from "react";
import { useSignalEffect } from "../../ui/paint.ts";
import type { Player } from "../core/player.ts";
import type { AppleVideo } from "../engines/background.ts";
import { receiverAddress } from "../engines/tracks.ts";

interface Casting {
  available: boolean;
  state: "off" | "connecting" | "on";
}

const noCasting: Casting = { available: false, state: "off" };

/** Opens the browser's list of devices; only within a tap. */
type Prompt = () => void;

const AVAILABILITY = "webkitplaybacktargetavailabilitychanged";
const TARGET_CHANGED = "webkitcurrentplaybacktargetiswirelesschanged";

interface AvailabilityEvent extends Event {
  availability?: "available" | "not-available";
}

/** WebKit's API is preferred: it works in all versions of Safari. */
function byWebKit(
  video: AppleVideo,
  change: (part: Partial<Casting>) => void,
  signal: AbortSignal,
): Prompt {
  const readState = () =>
    change({ state: video.webkitCurrentPlaybackTargetIsWireless ? "on" : "off" });
  video.addEventListener(
    AVAILABILITY,
    ({ availability }: AvailabilityEvent) => change({ available: availability === "available" }),
    { signal },
  );
  video.addEventListener(TARGET_CHANGED, readState, { signal });
  readState();
  return () => video.webkitShowPlaybackTargetPicker?.();
}

const states = { connected: "on", connecting: "connecting", disconnected: "off" } as const;

function byStandard(
  remote: RemotePlayback,
  change: (part: Partial<Casting>) => void,
  signal: AbortSignal,
): Prompt {
  const readState = () => change({ state: states[remote.state] });
  for (const event of ["connecting", "connect", "disconnect"])
    remote.addEventListener(event, readState, { signal });
  // rejects if the browser looks for devices only on request, or if the page forbids it
  remote
    .watchAvailability((available) => !signal.aborted && change({ available }))
    .then(
      (id) => signal.addEventListener("abort", () => void remote.cancelWatchAvailability(id)),
      () => undefined,
    );
  readState();
  return () => void remote.prompt().catch(() => undefined);
}

export function castingApi(video: AppleVideo): "webkit" | "standard" | undefined {
  if (video.webkitShowPlaybackTargetPicker) return "webkit";
  return "remote" in video ? "standard" : undefined;
}

/** '' if a script loads the stream: then devices use the second source, or the browser sends them the picture. */
const nativeAddress = (video: HTMLVideoElement) =>
  video.currentSrc.startsWith("blob:") || video.querySelector("source") ? "" : video.currentSrc;

/** A device that loads the stream itself needs an address that works without cookies and keeps the viewer's limit. */
function watchCasting(player: Player, onChange: (now: Casting) => void, signal: AbortSignal) {
  const { video } = player;
  let now = noCasting;
  let givenAddress: string | undefined;

  const giveAddress = async () => {
    const stream = player.stream();
    const loaded = nativeAddress(video);
    if (now.state === "off" || stream?.kind !== "hls" || !loaded || loaded === givenAddress) return;
    const address = await receiverAddress(stream).catch(() => undefined);
    if (!address || signal.aborted || nativeAddress(video) !== loaded) return;
    const { currentTime, paused } = video;
    givenAddress = new URL(address, location.href).href;
    video.src = givenAddress;
    video.currentTime = currentTime;
    if (!paused) video.play().catch(() => undefined);
  };
  const change = (part: Partial<Casting>) => {
    now = { ...now, ...part };
    onChange(now);
    void giveAddress();
  };
  video.addEventListener("loadstart", giveAddress, { signal });

  const apis = {
    webkit: () => byWebKit(video, change, signal),
    standard: () => byStandard(video.remote, change, signal),
  };
  const api = castingApi(video);
  return api && apis[api]();
}

export function useCasting(player: Player) {
  const [now, setNow] = useState(noCasting);
  const prompt = useRef<Prompt>();
  useSignalEffect([player], (signal) => {
    prompt.current = watchCasting(player, setNow, signal);
  });
  return { ...now, prompt: () => prompt.current?.() };
}

function toggler(video: AppleVideo): (() => void) | undefined {
  if (document.pictureInPictureEnabled)
    return () => {
      const leaving = document.pictureInPictureElement === video;
      const change = leaving ? document.exitPictureInPicture() : video.requestPictureInPicture();
      change.catch(() => undefined);
    };
  if (video.webkitSupportsPresentationMode?.("picture-in-picture"))
    return () => {
      const leaving = video.webkitPresentationMode === "picture-in-picture";
      video.webkitSetPresentationMode?.(leaving ? "inline" : "picture-in-picture");
    };
}

export function usePictureInPicture(video: HTMLVideoElement) {
  const [toggle, setToggle] = useState<() => void>();
  useEffect(() => {
    setToggle(() => toggler(video));
    return () => {
      if (document.pictureInPictureElement === video)
        document.exitPictureInPicture().catch(() => undefined);
    };
  }, [video]);
  return toggle;
}

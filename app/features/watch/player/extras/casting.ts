import type { AppleVideo } from "../core/background.ts";
import type { Player } from "../core/player.ts";
import { receiverAddress } from "./receiver-address.ts";

export interface Casting {
  /** Whether there is a device to play on. */
  available: boolean;
  state: "off" | "connecting" | "on";
}

export const noCasting: Casting = { available: false, state: "off" };

interface Way {
  /** Opens the browser's list of devices; only within a tap. */
  prompt(): void;
}

const AVAILABILITY = "webkitplaybacktargetavailabilitychanged";
const TARGET_CHANGED = "webkitcurrentplaybacktargetiswirelesschanged";

interface AvailabilityEvent extends Event {
  availability?: "available" | "not-available";
}

/** Safari's, before the standard's: its own works on all of its versions. */
function byWebKit(
  video: AppleVideo,
  change: (part: Partial<Casting>) => void,
  signal: AbortSignal,
): Way {
  const readState = () =>
    change({ state: video.webkitCurrentPlaybackTargetIsWireless ? "on" : "off" });
  video.addEventListener(
    AVAILABILITY,
    ({ availability }: AvailabilityEvent) => change({ available: availability === "available" }),
    { signal },
  );
  video.addEventListener(TARGET_CHANGED, readState, { signal });
  readState();
  return { prompt: () => video.webkitShowPlaybackTargetPicker?.() };
}

const states = { connected: "on", connecting: "connecting", disconnected: "off" } as const;

function byStandard(
  remote: RemotePlayback,
  change: (part: Partial<Casting>) => void,
  signal: AbortSignal,
): Way {
  const readState = () => change({ state: states[remote.state] });
  for (const event of ["connecting", "connect", "disconnect"])
    remote.addEventListener(event, readState, { signal });
  // refused where the browser looks for devices only on request, and where the page has forbidden it
  remote
    .watchAvailability((available) => !signal.aborted && change({ available }))
    .then(
      (id) => signal.addEventListener("abort", () => void remote.cancelWatchAvailability(id)),
      () => undefined,
    );
  readState();
  return { prompt: () => void remote.prompt().catch(() => undefined) };
}

/** Which of a browser's ways is used; none in Firefox. */
export function castingWay(video: AppleVideo): "webkit" | "standard" | undefined {
  if (video.webkitShowPlaybackTargetPicker) return "webkit";
  return "remote" in video ? "standard" : undefined;
}

/** What the browser itself plays; '' for what a script has loaded, whose devices have another source or the browser's help. */
const ownAddress = (video: HTMLVideoElement) =>
  video.currentSrc.startsWith("blob:") || video.querySelector("source") ? "" : video.currentSrc;

/**
 * Watches for devices and for what plays on one. A device that is to load the stream itself gets an address of its own,
 * by which it sees as much as the viewer; the video goes on at the same second.
 */
export function watchCasting(player: Player, onChange: (now: Casting) => void) {
  const { video } = player;
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let now = noCasting;
  let given: string | undefined;

  const giveAddress = async () => {
    const stream = player.stream();
    const loaded = ownAddress(video);
    if (now.state === "off" || stream?.kind !== "hls" || !loaded || loaded === given) return;
    const address = await receiverAddress(stream).catch(() => undefined);
    if (!address || signal.aborted || ownAddress(video) !== loaded) return;
    const { currentTime, paused } = video;
    given = new URL(address, location.href).href;
    video.src = given;
    video.currentTime = currentTime;
    if (!paused) video.play().catch(() => undefined);
  };
  const change = (part: Partial<Casting>) => {
    now = { ...now, ...part };
    onChange(now);
    void giveAddress();
  };
  // another episode, or the same after it was bought
  video.addEventListener("loadstart", giveAddress, { signal });

  const ways = {
    webkit: () => byWebKit(video, change, signal),
    standard: () => byStandard(video.remote, change, signal),
  };
  const way = castingWay(video);
  const { prompt } = way ? ways[way]() : { prompt: () => undefined };
  return { prompt, stop: () => lifetime.abort() };
}

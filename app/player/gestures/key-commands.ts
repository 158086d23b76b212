import { SPEEDS } from "../../device/player-storage.ts";
import { texts } from "../../texts/index.ts";
import type { InputTargets } from "../core/commands.ts";
import type { Player } from "../core/player.ts";
import { subtitlesOf } from "../engines/tracks.ts";

const SPEED_STEP = 0.25;

/** Commands that only keys have, loaded at the first key press. */
export function createKeyCommands(targets: InputTargets, signal: AbortSignal) {
  const { player, stage, hints, visibility, changeEpisode, openSheet } = targets;
  const note = (text: string) => hints.flash({ kind: "note", text });
  let lastSubtitles = 0;
  return {
    showKeys: () => openSheet("keys"),
    toggleStatistics: () => openSheet((open) => (open === "statistics" ? undefined : "statistics")),
    stepFrame: followFrames(player, signal),
    /** A speed between two steps goes to the next of them. */
    changeSpeed(sign: number) {
      const steps = sign * (Math.floor((sign * player.video.defaultPlaybackRate) / SPEED_STEP) + 1);
      const speed = Math.min(SPEEDS.max, Math.max(SPEEDS.min, steps * SPEED_STEP));
      player.setSpeed(speed);
      note(`${texts.player.speed} ${texts.player.times(speed)}`);
    },
    changeEpisode,
    toggleSubtitles() {
      const { subtitles, noSubtitles, off } = texts.playerExtras;
      const { list, chosen, choose } = subtitlesOf(player.video);
      if (list.length === 0) return note(noSubtitles);
      if (chosen >= 0) lastSubtitles = chosen;
      const on = chosen < 0 ? (list[lastSubtitles] ?? list[0]) : undefined;
      choose(on?.id ?? -1);
      note(`${subtitles} ${on?.name ?? off}`);
    },
    moveDown: (sign: number) => moveFocus("y", sign, stage),
    moveRight: (sign: number) => moveFocus("x", sign, stage),
    leaveControls() {
      stage.focus({ preventScroll: true });
      visibility.hide();
    },
  };
}

const UNKNOWN_SECONDS = 1 / 25;
/** Media times of two frames in a row differ by more than rounding and less than by a seek. */
const mayBeFrame = (seconds: number) => seconds > 1 / 250 && seconds < 1 / 10;

function followFrames({ video, seekTo }: Player, signal: AbortSignal) {
  let length: number | undefined; // the shortest so far: frames may be left out
  let shown = Number.NaN; // the media time at which the visible frame begins
  const onFrame: VideoFrameRequestCallback = (_now, { mediaTime }) => {
    const passed = Math.abs(mediaTime - shown);
    if (mayBeFrame(passed)) length = Math.min(length ?? passed, passed);
    shown = mediaTime;
    if (!signal.aborted) video.requestVideoFrameCallback(onFrame);
  };
  const forget = () => {
    length = undefined;
    shown = Number.NaN;
  };
  video.addEventListener("emptied", forget, { signal });
  if ("requestVideoFrameCallback" in video) video.requestVideoFrameCallback(onFrame);
  return (sign: number) => {
    if (!video.paused || video.seeking) return;
    const seconds = length ?? UNKNOWN_SECONDS;
    // to a frame's middle, as its limits are rounded
    seekTo((shown + seconds / 2 || video.currentTime) + sign * seconds);
  };
}

const FOCUSABLE =
  ':is(a[href], button, input, textarea, select, summary, [tabindex="0"]):not([tabindex="-1"], :disabled, [inert] *)';

function moveFocus(axis: Axis, sign: number, stage: HTMLElement) {
  const modal = document.querySelector("dialog:modal");
  const root = modal ?? document.fullscreenElement ?? document.documentElement;
  const active = document.activeElement ?? document.body;
  const focused = active === document.body ? stage : active;
  const box = focused.getBoundingClientRect();
  const isAround = focused === stage || focused === modal;
  // down from the picture is the button in its middle
  const from = isAround && sign > 0 ? new DOMRect(box.left + box.width / 2, box.top) : box;
  // a list may scroll sideways, below others
  const list = axis === "x" && focused.closest("ul");
  for (const part of [list, stage.contains(focused) && stage, root]) {
    const others = [...(part ? part.querySelectorAll<HTMLElement>(FOCUSABLE) : [])].filter(
      (element) => element !== focused && element.checkVisibility({ visibilityProperty: true }),
    );
    const boxes = others.map((element) => element.getBoundingClientRect());
    const next = others[nearest(from, boxes, axis, sign)];
    if (next) return next.focus();
  }
  if (axis === "y") root.scrollBy({ top: (sign * innerHeight) / 2 });
}

type Axis = "x" | "y";
type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

const across = ["left", "right", "top", "bottom"] as const;
const along = ["top", "bottom", "left", "right"] as const;
const ASIDE = 3; // weighs more than ahead: the next in the same row or column comes first

/** @returns the index of the next box in a direction; -1 if there is none */
export function nearest(from: Box, boxes: readonly Box[], axis: Axis, sign: number): number {
  const [first, last, start, end] = axis === "x" ? across : along;
  const [near, far] = sign > 0 ? [first, last] : [last, first];
  const distances = boxes.map((box) => {
    // neighbours may overlap by half
    if (sign * (box[near] - (from[near] + from[far]) / 2) < 0) return Number.NaN;
    const ahead = Math.max(0, sign * (box[near] - from[far]));
    const aside = Math.max(0, box[start] - from[end], from[start] - box[end]);
    // the end of a row leads to no other row
    if (axis === "x" && aside > ahead) return Number.NaN;
    const offset = Math.abs(box[start] + box[end] - from[start] - from[end]);
    return ahead + ASIDE * aside + offset / 100;
  });
  return distances.indexOf(Math.min(...distances.filter(Number.isFinite)));
}

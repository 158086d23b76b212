import type { Danmu } from "../../../../../server/contract/video.ts";

/** `start` in seconds of the video, `width` in pixels. */
interface TimedComment {
  start: number;
  width: number;
}

/** `take` returns a free lane, undefined when there is none. */
interface Lanes {
  take(comment: TimedComment): number | undefined;
}

const GAP_PX = 16;

function createLanes(
  count: number,
  mayFollow: (earlier: TimedComment, later: TimedComment) => boolean,
): Lanes {
  const last: (TimedComment | undefined)[] = Array.from({ length: count });
  return {
    take(comment) {
      const free = last.findIndex((earlier) => !earlier || mayFollow(earlier, comment));
      if (free < 0) return undefined;
      last[free] = comment;
      return free;
    },
  };
}

/** Lanes for comments that cross `frame` pixels in `seconds`: long ones are faster. */
export function rollingLanes(count: number, frame: number, seconds: number): Lanes {
  const speedOf = ({ width }: TimedComment) => (frame + width) / seconds;
  return createLanes(count, (earlier, later) => {
    const hasEntered = speedOf(earlier) * (later.start - earlier.start) >= earlier.width + GAP_PX;
    const isCaughtUp = later.start + (frame - GAP_PX) / speedOf(later) < earlier.start + seconds;
    return hasEntered && !isCaughtUp;
  });
}

export function standingLanes(count: number, seconds: number): Lanes {
  return createLanes(count, (earlier, later) => later.start >= earlier.start + seconds);
}

const ROLL_SECONDS = 8;
const STAND_SECONDS = 4;
const CREATED_EARLY_SECONDS = 0.6;
const DROPPED_AFTER_SECONDS = 1;
const MAX_SHOWN = 40;
const MAX_SHOWN_ON_SLOW_DEVICES = 12;
const ROLLING_HEIGHT_SHARE = 0.72;

const isSlow = () => {
  const { deviceMemory = 8 } = navigator as { deviceMemory?: number };
  return deviceMemory <= 4 || navigator.hardwareConcurrency <= 4;
};

const rolling = [
  { transform: "none" },
  { transform: "translateX(calc(-100cqw - 100%))" },
] satisfies Keyframe[];
const standing = [{ opacity: 1 }, { opacity: 1 }] satisfies Keyframe[];

/** Shows comments, sorted by time, on `layer`. Returns its clean-up. */
export function showDanmaku(layer: HTMLElement, video: HTMLVideoElement, items: readonly Danmu[]) {
  const lifetime = new AbortController();
  const animations = new Map<HTMLElement, Animation>();
  const maxShown = isSlow() ? MAX_SHOWN_ON_SLOW_DEVICES : MAX_SHOWN;
  let lanes: Record<Danmu["placement"], Lanes>;
  let next = 0;

  const restart = () => {
    for (const [element, animation] of animations) {
      animation.cancel();
      element.remove();
    }
    animations.clear();
    const { width, height } = layer.getBoundingClientRect();
    const lineHeight = Number.parseFloat(getComputedStyle(layer).lineHeight) || 28;
    const count = Math.max(1, Math.floor((height * ROLLING_HEIGHT_SHARE) / lineHeight));
    lanes = {
      scroll: rollingLanes(count, width, ROLL_SECONDS),
      top: standingLanes(Math.ceil(count / 2), STAND_SECONDS),
      bottom: standingLanes(Math.ceil(count / 3), STAND_SECONDS),
    };
    const first = items.findIndex(({ time }) => time >= video.currentTime);
    next = first < 0 ? items.length : first;
  };

  const isPaused = () =>
    !video.ended && (video.paused || video.readyState < video.HAVE_FUTURE_DATA);
  const show = ({ time, text, color, placement }: Danmu) => {
    const element = document.createElement("span");
    element.textContent = text;
    element.dataset.placement = placement;
    if (color) element.style.setProperty("color", color);
    layer.append(element);
    const lane = lanes[placement].take({ start: time, width: element.offsetWidth });
    if (lane === undefined) return element.remove();
    element.style.setProperty("--lane", String(lane));
    const rolls = placement === "scroll";
    const animation = element.animate(rolls ? rolling : standing, {
      duration: (rolls ? ROLL_SECONDS : STAND_SECONDS) * 1_000,
      delay: (time - video.currentTime) * 1_000,
    });
    animation.playbackRate = video.playbackRate;
    if (isPaused()) animation.pause();
    animations.set(element, animation);
    animation.onfinish = () => {
      animations.delete(element);
      element.remove();
    };
  };
  const showDue = () => {
    for (let item = items[next]; item; item = items[next]) {
      if (item.time > video.currentTime + CREATED_EARLY_SECONDS) return;
      next += 1;
      if (item.time > video.currentTime - DROPPED_AFTER_SECONDS && animations.size < maxShown)
        show(item);
    }
  };
  const syncAnimations = () => {
    for (const animation of animations.values()) {
      animation.playbackRate = video.playbackRate;
      if (isPaused()) animation.pause();
      else animation.play();
    }
  };

  const on = (names: string[], listener: () => void) => {
    for (const name of names) video.addEventListener(name, listener, { signal: lifetime.signal });
  };
  on(["timeupdate"], showDue);
  on(["seeking", "emptied"], restart);
  on(["play", "playing", "pause", "waiting", "ratechange", "ended"], syncAnimations);
  restart();
  const resizing = new ResizeObserver(restart);
  resizing.observe(layer);
  return () => {
    lifetime.abort();
    resizing.disconnect();
    restart();
  };
}

import { useEffect, useRef } from "react";
import type { Danmu } from "../../../server/contract/video.ts";
import { type DanmakuSettings, usePlayerStorage } from "../../device/player-storage.ts";
import styles from "./danmaku-layer.module.css";

interface DanmakuLayerProps {
  video: HTMLVideoElement;
  items: readonly Danmu[];
  framed: boolean;
}

export function DanmakuLayer({ video, items, framed }: DanmakuLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const { density, size, area, opacity, blocked } = usePlayerStorage("danmakuSettings");
  const blockedWords = blocked.join("\n");

  useEffect(() => {
    layer.current?.style.setProperty("--opacity", String(opacity / 100));
  }, [opacity]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the lanes depend on the size
  useEffect(() => {
    if (!layer.current) return;
    const wanted = withoutBlocked(items, blockedWords ? blockedWords.split("\n") : []);
    return showDanmaku(layer.current, video, wanted, density);
  }, [video, items, density, size, blockedWords]);

  return (
    <div className={styles.picture} data-framed={framed} aria-hidden="true">
      <div ref={layer} className={styles.layer} data-size={size} data-area={area} />
    </div>
  );
}

interface TimedComment {
  start: number;
  width: number;
}

const GAP_PX = 16;

/** `take` finds a free lane, if there is one; `takeBusy` an occupied one, each in turn. */
function createLanes(
  count: number,
  mayFollow: (earlier: TimedComment, later: TimedComment) => boolean,
) {
  const last: (TimedComment | undefined)[] = Array.from({ length: count });
  let busyLane = 0;
  return {
    take(comment: TimedComment) {
      const free = last.findIndex((earlier) => !earlier || mayFollow(earlier, comment));
      if (free < 0) return undefined;
      last[free] = comment;
      return free;
    },
    takeBusy(comment: TimedComment) {
      busyLane = (busyLane + 1) % count;
      last[busyLane] = comment;
      return busyLane;
    },
  };
}

export function scrollingLanes(count: number, frame: number, seconds: number) {
  const speedOf = ({ width }: TimedComment) => (frame + width) / seconds;
  return createLanes(count, (earlier, later) => {
    const hasEntered = speedOf(earlier) * (later.start - earlier.start) >= earlier.width + GAP_PX;
    const isCaughtUp = later.start + (frame - GAP_PX) / speedOf(later) < earlier.start + seconds;
    return hasEntered && !isCaughtUp;
  });
}

export function fixedLanes(count: number, seconds: number) {
  return createLanes(count, (earlier, later) => later.start >= earlier.start + seconds);
}

const seconds = { scroll: 8, top: 4, bottom: 4 };
const CREATED_EARLY_SECONDS = 0.6;
/** Creating two hundred at once would be a long task. */
const MAX_CREATED_PER_FRAME = 15;
const maxShown = { few: 10, normal: 40, many: 200 };
const MAX_SHOWN_ON_SLOW_DEVICES = 12;

const isSlow = () => {
  const { deviceMemory = 8 } = navigator as { deviceMemory?: number };
  return deviceMemory <= 4 || navigator.hardwareConcurrency <= 4;
};

const scrolling = [
  { transform: "none" },
  { transform: "translateX(calc(-100cqw - 100%))" },
] satisfies Keyframe[];
const fixed = [{ opacity: 1 }, { opacity: 1 }] satisfies Keyframe[];

export function withoutBlocked(items: readonly Danmu[], blocked: readonly string[]) {
  const words = blocked.map((word) => word.toLowerCase());
  return items.filter(({ text }) => !words.some((word) => text.toLowerCase().includes(word)));
}

/** @param items sorted by time @param density `few` uses half of the lanes; `many` overlaps comments that find none */
export function showDanmaku(
  layer: HTMLElement,
  video: HTMLVideoElement,
  items: readonly Danmu[],
  density: DanmakuSettings["density"],
) {
  const lifetime = new AbortController();
  const animations = new Map<HTMLElement, Animation>();
  const measuring = document.createElement("canvas").getContext("2d");
  const normal = isSlow() ? MAX_SHOWN_ON_SLOW_DEVICES : maxShown.normal;
  const max = density === "normal" ? normal : maxShown[density];
  let lanes: Record<Danmu["placement"], ReturnType<typeof createLanes>>;
  let size = "";
  let next = 0;
  let frame = 0;

  const restart = (from: number) => {
    for (const [element, animation] of animations) {
      animation.cancel();
      element.remove();
    }
    animations.clear();
    const { width, height } = layer.getBoundingClientRect();
    size = `${width} ${height}`;
    const { font, lineHeight } = getComputedStyle(layer);
    if (measuring) measuring.font = font;
    const count = Math.max(1, Math.floor(height / (Number.parseFloat(lineHeight) || 28)));
    const atBottom = items.some(({ placement }) => placement === "bottom")
      ? Math.ceil(count / 4)
      : 0;
    const scrollable = count - atBottom;
    const used = density === "few" ? Math.floor(scrollable / 2) : scrollable;
    lanes = {
      scroll: scrollingLanes(Math.max(1, used), width, seconds.scroll),
      top: fixedLanes(Math.ceil(count / 2), seconds.top),
      bottom: fixedLanes(Math.max(1, atBottom), seconds.bottom),
    };
    const first = items.findIndex(({ time }) => time >= from);
    next = first < 0 ? items.length : first;
    showDue();
  };

  const isPaused = () =>
    !video.ended && (video.paused || video.readyState < video.HAVE_FUTURE_DATA);
  const show = ({ time, text, color, placement }: Danmu) => {
    // measured on a canvas: reading an element's width would force a layout for each comment
    const comment = { start: time, width: measuring?.measureText(text).width ?? 0 };
    const free = lanes[placement].take(comment);
    const lane = free ?? (density === "many" ? lanes[placement].takeBusy(comment) : undefined);
    if (lane === undefined) return;
    const element = document.createElement("span");
    element.textContent = text;
    element.dataset.placement = placement;
    if (color) element.style.setProperty("color", color);
    element.style.setProperty("--lane", String(lane));
    layer.append(element);
    const animation = element.animate(placement === "scroll" ? scrolling : fixed, {
      duration: seconds[placement] * 1_000,
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
    cancelAnimationFrame(frame);
    const before = animations.size;
    for (let item = items[next]; item; item = items[next]) {
      if (item.time > video.currentTime + CREATED_EARLY_SECONDS) return;
      if (animations.size - before >= MAX_CREATED_PER_FRAME) {
        frame = requestAnimationFrame(showDue);
        return;
      }
      next += 1;
      const current = item.time > video.currentTime - seconds[item.placement];
      if (current && animations.size < max) show(item);
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
  on(["seeking", "emptied"], () => restart(video.currentTime));
  on(["play", "playing", "pause", "waiting", "ratechange", "ended"], syncAnimations);
  const restartInFlight = () => restart(video.currentTime - seconds.scroll);
  restartInFlight();
  const resizing = new ResizeObserver(() => {
    const { width, height } = layer.getBoundingClientRect();
    if (size !== `${width} ${height}`) restartInFlight();
  });
  resizing.observe(layer);
  return () => {
    lifetime.abort();
    resizing.disconnect();
    cancelAnimationFrame(frame);
    layer.replaceChildren();
  };
}

import type { Danmu } from "../../../../../server/contract/video.ts";
import { type Lanes, rollingLanes, standingLanes } from "./danmu-lanes.ts";

const ROLLS_FOR = 8;
const STANDS_FOR = 4;
/** In seconds of the video: comments are prepared so much before their time. */
const AHEAD = 0.6;
/** What could not be shown in time is not shown at all. */
const LATEST = 1;
const MOST = 40;
const MOST_ON_SLOW_DEVICES = 12;
/** Below that the picture is left to itself. */
const ROLLING_SHARE = 0.72;

const isSlow = () => {
  const { deviceMemory = 8 } = navigator as { deviceMemory?: number };
  return deviceMemory <= 4 || navigator.hardwareConcurrency <= 4;
};

const rolling = [
  { transform: "none" },
  { transform: "translateX(calc(-100cqw - 100%))" },
] satisfies Keyframe[];
const standing = [{ opacity: 1 }, { opacity: 1 }] satisfies Keyframe[];

/** Shows comments (in the order of their time) on `layer` as the video plays. Returns what takes them off again. */
export function showDanmu(layer: HTMLElement, video: HTMLVideoElement, items: readonly Danmu[]) {
  const life = new AbortController();
  const flying = new Map<HTMLElement, Animation>();
  const most = isSlow() ? MOST_ON_SLOW_DEVICES : MOST;
  let lanes: Record<Danmu["placement"], Lanes>;
  let next = 0;

  const begin = () => {
    for (const [element, flight] of flying) {
      flight.cancel();
      element.remove();
    }
    flying.clear();
    const { width, height } = layer.getBoundingClientRect();
    const lineHeight = Number.parseFloat(getComputedStyle(layer).lineHeight) || 28;
    const count = Math.max(1, Math.floor((height * ROLLING_SHARE) / lineHeight));
    lanes = {
      scroll: rollingLanes(count, width, ROLLS_FOR),
      top: standingLanes(Math.ceil(count / 2), STANDS_FOR),
      bottom: standingLanes(Math.ceil(count / 3), STANDS_FOR),
    };
    const first = items.findIndex(({ time }) => time >= video.currentTime);
    next = first < 0 ? items.length : first;
  };

  const stands = () => !video.ended && (video.paused || video.readyState < video.HAVE_FUTURE_DATA);
  const fly = ({ time, text, color, placement }: Danmu) => {
    const element = document.createElement("span");
    element.textContent = text;
    element.dataset.placement = placement;
    if (color) element.style.setProperty("color", color);
    layer.append(element);
    const lane = lanes[placement].take({ start: time, width: element.offsetWidth });
    if (lane === undefined) return element.remove();
    element.style.setProperty("--lane", String(lane));
    const rolls = placement === "scroll";
    const flight = element.animate(rolls ? rolling : standing, {
      duration: (rolls ? ROLLS_FOR : STANDS_FOR) * 1_000,
      delay: (time - video.currentTime) * 1_000,
    });
    flight.playbackRate = video.playbackRate;
    if (stands()) flight.pause();
    flying.set(element, flight);
    flight.onfinish = () => {
      flying.delete(element);
      element.remove();
    };
  };
  const advance = () => {
    for (let item = items[next]; item; item = items[next]) {
      if (item.time > video.currentTime + AHEAD) return;
      next += 1;
      if (item.time > video.currentTime - LATEST && flying.size < most) fly(item);
    }
  };
  const follow = () => {
    for (const flight of flying.values()) {
      flight.playbackRate = video.playbackRate;
      if (stands()) flight.pause();
      else flight.play();
    }
  };

  const on = (names: string[], listener: () => void) => {
    for (const name of names) video.addEventListener(name, listener, { signal: life.signal });
  };
  on(["timeupdate"], advance);
  on(["seeking", "emptied"], begin);
  on(["play", "playing", "pause", "waiting", "ratechange", "ended"], follow);
  begin();
  const resizing = new ResizeObserver(begin);
  resizing.observe(layer);
  return () => {
    life.abort();
    resizing.disconnect();
    begin();
  };
}

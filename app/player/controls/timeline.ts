import { formatClock } from "../../ui/format/format.ts";
import { listenersOf, preventFling } from "../../ui/touch-drag.ts";
import type { Hints } from "../core/hints.tsx";
import type { Player } from "../core/player.ts";
import { activeZone, isOutside } from "../gestures/seek-drag.ts";
import type { ScrubPictures } from "./scrub-pictures.ts";

interface Timeline {
  player: Player;
  hints: Hints;
  slider: HTMLElement;
  pointed: HTMLElement; // the time at the pointer, with a picture if there is one
  label: HTMLElement;
  edge: HTMLElement;
  signal: AbortSignal;
}

const events = ["timeupdate", "durationchange", "progress", "seeking", "seeked", "emptied"];

/** Up and down leave the slider, or change the volume. */
const secondsByKey: Record<string, number> = {
  ArrowLeft: -5,
  ArrowRight: 5,
  PageDown: -30,
  PageUp: 30,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

const LOCK_PX = 8; // shorter moves have no direction yet

/** Updates the DOM directly: React would render several times a second. */
export function bindTimeline(timeline: Timeline) {
  const { player, hints, slider, pointed, label, edge, signal } = timeline;
  const { video } = player;
  let press: { from: number; x: number; y: number; seeks: boolean } | undefined;

  const paint = () => {
    const duration = player.duration();
    const mark = player.state().preview?.end;
    const hint = hints.read();
    const at = hint?.kind === "seek" ? hint.target : player.time();
    const share = (seconds: number) => String(duration > 0 ? Math.min(1, seconds / duration) : 0);
    for (const line of [slider, edge]) line.style.setProperty("--played", share(at));
    slider.style.setProperty("--buffered", share(player.bufferedUntil()));
    slider.style.setProperty("--mark", share(mark ?? 0));
    slider.toggleAttribute("data-marked", mark !== undefined && mark < duration);
    const [now, total] = [formatClock(at), formatClock(duration)];
    if (slider.ariaValueText === `${now} / ${total}`) return;
    slider.setAttribute("aria-valuemax", String(Math.floor(duration)));
    slider.setAttribute("aria-valuenow", String(Math.floor(at)));
    slider.setAttribute("aria-valuetext", `${now} / ${total}`);
    for (const [index, text] of [now, ` / ${total}`].entries()) {
      const part = label.children[index];
      if (part) part.textContent = text;
    }
  };

  const shareAt = (event: PointerEvent) => {
    const { left, width } = slider.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - left) / width));
  };
  const pointedAt = (event: PointerEvent) => shareAt(event) * player.duration();

  const [canvas, pointedTime] = pointed.children as unknown as [HTMLCanvasElement, HTMLElement];
  let pictures: Promise<ScrubPictures | undefined> | undefined;
  const showPicture = (seconds?: number) => {
    pictures ??= import("./scrub-pictures.ts").then(
      ({ createScrubPictures }) => createScrubPictures(player, slider, canvas, signal),
      () => undefined,
    );
    pictures.then((loaded) => loaded?.show(seconds));
  };
  const point = (event: PointerEvent) => {
    const seconds = pointedAt(event);
    slider.dataset.pointed = event.pointerType;
    pointed.style.setProperty("--at", String(shareAt(event)));
    pointedTime.textContent = formatClock(seconds);
    showPicture(seconds);
  };
  const endPointing = () => {
    if (!("pointed" in slider.dataset)) return;
    delete slider.dataset.pointed;
    showPicture();
  };
  const drag = (event: PointerEvent) => {
    if (!press) return;
    const picture = video.getBoundingClientRect();
    const zone = activeZone(picture, press.y, slider.closest("[data-full]") !== null);
    const cancelled = isOutside(zone, event.clientY);
    hints.show({ kind: "seek", from: press.from, target: pointedAt(event), cancelled });
    point(event);
  };
  const endDrag = () => {
    const hint = hints.read();
    press = undefined;
    hints.clear();
    return hint?.kind === "seek" && !hint.cancelled ? hint.target : undefined;
  };

  const on = listenersOf(slider, signal);
  on("pointerdown", (event) => {
    if (event.button !== 0) return;
    slider.setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y, pointerType } = event;
    press = { from: video.currentTime, x, y, seeks: pointerType === "mouse" };
    if (press.seeks) drag(event);
  });
  on("pointermove", (event) => {
    if (event.pointerType === "mouse") point(event);
    if (!press) return;
    const [dx, dy] = [Math.abs(event.clientX - press.x), Math.abs(event.clientY - press.y)];
    press.seeks ||= dx >= LOCK_PX && dx > dy;
    if (press.seeks) drag(event);
    else if (dy >= LOCK_PX) press = undefined;
  });
  preventFling(slider, () => press?.seeks === true, signal);
  on("pointerup", (event) => {
    if (!press) return;
    drag(event);
    const target = endDrag();
    if (event.pointerType !== "mouse") endPointing();
    if (target !== undefined) player.seekTo(target);
    paint();
  });
  on("pointercancel", () => {
    if (press) endDrag();
    endPointing();
  });
  on("pointerleave", endPointing);
  on("keydown", (event) => {
    const step = secondsByKey[event.key];
    if (step === undefined) return;
    event.preventDefault();
    player.seekTo(video.currentTime + step);
  });
  for (const name of events) video.addEventListener(name, paint, { signal });
  for (const { subscribe } of [hints, player]) signal.addEventListener("abort", subscribe(paint));
  paint();
}

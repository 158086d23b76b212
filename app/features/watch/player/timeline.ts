import { clock } from "./clock.ts";
import type { Player } from "./player.ts";

const events = ["timeupdate", "durationchange", "progress", "seeking", "seeked", "emptied"];

/** In seconds: one press of a key on the progress slider. */
const steps: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The end of what is loaded around the current position. */
function bufferedUntil({ buffered, currentTime }: HTMLVideoElement): number {
  for (let range = 0; range < buffered.length; range += 1) {
    const isHere = buffered.start(range) <= currentTime + 0.5 && currentTime < buffered.end(range);
    if (isHere) return buffered.end(range);
  }
  return 0;
}

/**
 * Makes `slider` show and move the playback position, and `label` tell it; both are written to directly, since
 * they change several times a second. Returns what takes it off again.
 */
export function bindTimeline(player: Player, slider: HTMLElement, label: HTMLElement) {
  const { video } = player;
  const life = new AbortController();
  let dragged: number | undefined;

  const paint = () => {
    const duration = Number.isFinite(video.duration) ? video.duration : 0;
    const at = dragged ?? video.currentTime;
    const share = (seconds: number) => String(duration > 0 ? Math.min(1, seconds / duration) : 0);
    slider.style.setProperty("--played", share(at));
    slider.style.setProperty("--buffered", share(bufferedUntil(video)));
    const [now, total] = [clock(at), clock(duration)];
    if (slider.ariaValueText === `${now} / ${total}`) return;
    slider.setAttribute("aria-valuemax", String(Math.floor(duration)));
    slider.setAttribute("aria-valuenow", String(Math.floor(at)));
    slider.setAttribute("aria-valuetext", `${now} / ${total}`);
    for (const [index, text] of [now, ` / ${total}`].entries()) {
      const part = label.children[index];
      if (part) part.textContent = text;
    }
  };

  const pointedAt = (event: PointerEvent) => {
    const { left, width } = slider.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
    return share * (Number.isFinite(video.duration) ? video.duration : 0);
  };
  const drag = (event: PointerEvent) => {
    dragged = pointedAt(event);
    paint();
  };
  const drop = () => {
    if (dragged !== undefined) player.seekTo(dragged);
    dragged = undefined;
    paint();
  };

  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => slider.addEventListener(name, listener, { signal: life.signal });
  on("pointerdown", (event) => {
    if (event.button !== 0) return;
    slider.setPointerCapture(event.pointerId);
    drag(event);
  });
  on("pointermove", (event) => {
    if (dragged !== undefined) drag(event);
  });
  on("pointerup", drop);
  on("pointercancel", () => {
    dragged = undefined;
    paint();
  });
  on("keydown", (event) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    player.seekTo(video.currentTime + step);
  });
  for (const name of events) video.addEventListener(name, paint, { signal: life.signal });
  paint();
  return () => life.abort();
}

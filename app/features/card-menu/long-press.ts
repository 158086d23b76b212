import type { VideoCardData } from "../../../server/domain/cards.ts";
import { CLICK_MS, cardVideos, STILL_MS } from "../../ui/video/card.ts";

export interface Card {
  element: Element;
  video: VideoCardData;
}

export function cardAt(target: EventTarget | null): Card | undefined {
  let element: Element | null = target instanceof Element ? target : null;
  while (element && !cardVideos.has(element)) element = element.parentElement;
  const video = element ? cardVideos.get(element) : undefined;
  return element && video ? { element, video } : undefined;
}

const PRESS_MS = 450;
const SLOP = 10; // pixels; more is a scroll or a drag

/** Watches for long presses on cards, and prevents the browser's menu and the click that would follow. */
export function watchLongPresses(onPress: (card: Card | undefined) => void, signal: AbortSignal) {
  const on = { signal, capture: true };
  let press: { x: number; y: number; target: EventTarget | null; timer: number } | undefined;
  let isTouched = false;
  let pressed = false;
  let scrolledAt = Number.NEGATIVE_INFINITY;

  const cancel = () => {
    window.clearTimeout(press?.timer);
    press = undefined;
  };
  const complete = () => {
    if (!press || pressed) return;
    pressed = true;
    onPress(cardAt(press.target));
  };
  const begin = (event: PointerEvent) => {
    const { pointerType, isPrimary, target, clientX: x, clientY: y, timeStamp } = event;
    cancel();
    pressed = false;
    isTouched = pointerType !== "mouse" && cardAt(target) !== undefined;
    const isButton = target instanceof Element && target.closest("button");
    if (!isTouched || !isPrimary || isButton || timeStamp - scrolledAt < STILL_MS) return;
    press = { x, y, target, timer: window.setTimeout(complete, PRESS_MS) };
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > SLOP) cancel();
  };
  const end = () => {
    cancel();
    isTouched = false;
    if (pressed) window.setTimeout(forget, CLICK_MS);
  };
  const forget = () => {
    pressed = false;
  };
  const preventDrag = (event: Event) => isTouched && event.preventDefault();
  const preventMenu = (event: Event) => {
    if (!isTouched) return;
    event.preventDefault();
    complete();
  };
  // only when the page scrolls, not one of its parts
  const noteScroll = ({ timeStamp }: Event) => {
    scrolledAt = timeStamp;
    cancel();
  };
  const preventTap = (event: Event) => {
    if (!pressed) return;
    pressed = false;
    event.preventDefault();
    event.stopPropagation();
  };

  window.addEventListener("pointerdown", begin, on);
  window.addEventListener("pointermove", move, on);
  window.addEventListener("pointerup", end, on);
  window.addEventListener("pointercancel", end, on);
  window.addEventListener("dragstart", preventDrag, on);
  window.addEventListener("contextmenu", preventMenu, on);
  window.addEventListener("click", preventTap, on);
  document.addEventListener("scroll", noteScroll, { signal, passive: true });
  signal.addEventListener("abort", cancel);
}

export interface ScreenPoint {
  x: number;
  y: number;
}

export interface Touch extends ScreenPoint {
  id: number;
}

export type Third = "left" | "middle" | "right";

export type Gesture =
  | { type: "tap"; at: ScreenPoint } // emitted at once; a second tap may follow
  | { type: "single tap"; at: ScreenPoint }
  | { type: "taps"; third: Third; count: number }
  | { type: "hold" | "release" }
  | { type: "drag" | "drop"; pixels: number; at: ScreenPoint; start: ScreenPoint }
  | { type: "pinch"; apart: boolean } // emitted at once; the fingers may go on, or back
  | { type: "slide"; half: "left" | "right"; share: number }
  | { type: "cancel" };

/** Buttons handle their own taps, widgets (sliders and menus) all input. */
export type TouchTarget = "picture" | "button" | "widget";

interface RecogniserOptions {
  frame: () => { left: number; width: number; height: number };
  canHold: () => boolean;
  canSlide: () => boolean; // else vertical drags scroll the page
  canPinch: () => boolean; // else two fingers zoom the page
}

const HOLD_MS = 450;
const SECOND_TAP_MS = 300;
const NEXT_TAP_MS = 600;
const DRAG_PX = 12;
const PINCH_RATIO = 1.2;
const TAP_DISTANCE_PX = 100;
const TAP_DISTANCE_ON_CONTROL_PX = 40;

const distance = (one: ScreenPoint, other: ScreenPoint) =>
  Math.hypot(one.x - other.x, one.y - other.y);

interface Finger {
  id: number;
  start: ScreenPoint;
  at: ScreenPoint;
  phase: "press" | "hold" | "drag" | "slide";
  mayTap: boolean;
}

export function createRecogniser(
  { frame, canHold, canSlide, canPinch }: RecogniserOptions,
  emit: (gesture: Gesture) => void,
) {
  let finger: Finger | undefined;
  let pinch: { touches: [Touch, Touch]; gap: number } | undefined;
  let taps: { third: Third; at: ScreenPoint; count: number } | undefined;
  let holdTimer: ReturnType<typeof setTimeout>;
  let tapsTimer: ReturnType<typeof setTimeout>;

  const thirdOf = ({ x }: ScreenPoint): Third => {
    const { left, width } = frame();
    const share = (x - left) / width;
    if (share < 1 / 3) return "left";
    return share < 2 / 3 ? "middle" : "right";
  };
  const continuesTaps = (at: ScreenPoint, maxDistance: number) =>
    taps !== undefined && taps.third === thirdOf(at) && distance(taps.at, at) <= maxDistance;
  const endTaps = () => {
    clearTimeout(tapsTimer);
    taps = undefined;
  };
  const hold = () => {
    if (!finger || !canHold()) return;
    finger.phase = "hold";
    endTaps();
    emit({ type: "hold" });
  };
  const drag = (type: "drag" | "drop", { start, at }: { start: ScreenPoint; at: ScreenPoint }) => {
    const moved = at.x - start.x;
    const pixels = Math.sign(moved) * Math.max(0, Math.abs(moved) - DRAG_PX);
    emit({ type, pixels, at, start });
  };
  const slide = ({ x }: ScreenPoint, pixels: number) => {
    const { left, width, height } = frame();
    emit({
      type: "slide",
      half: x - left < width / 2 ? "left" : "right",
      share: pixels / height,
    });
  };
  const tap = (at: ScreenPoint) => {
    const third = thirdOf(at);
    const count = continuesTaps(at, TAP_DISTANCE_PX) ? (taps?.count ?? 0) + 1 : 1;
    taps = { third, at, count };
    emit(count === 1 ? { type: "tap", at } : { type: "taps", third, count });
    // in the middle, a third tap counts as a first one
    if (third === "middle" && count > 1) return endTaps();
    tapsTimer = setTimeout(
      () => {
        endTaps();
        if (count === 1) emit({ type: "single tap", at });
      },
      count === 1 ? SECOND_TAP_MS : NEXT_TAP_MS,
    );
  };
  const release = () => {
    clearTimeout(holdTimer);
    const released = finger;
    finger = undefined;
    return released;
  };
  const cancelFinger = () => {
    const released = release();
    if (released?.phase === "hold") emit({ type: "release" });
    if (released?.phase === "drag") emit({ type: "cancel" });
  };

  const pinching = (id: number) => pinch?.touches.find((touch) => touch.id === id);

  return {
    /** @returns whether the recogniser, not the element, handles a tap here */
    down({ id, x, y }: Touch, target: TouchTarget): boolean {
      const at = { x, y };
      const mayTap = target === "picture" || continuesTaps(at, TAP_DISTANCE_ON_CONTROL_PX);
      clearTimeout(tapsTimer);
      if (!continuesTaps(at, TAP_DISTANCE_PX)) endTaps();
      if (pinch) return true;
      if (finger) {
        const first = { id: finger.id, ...finger.at };
        if (canPinch()) pinch = { touches: [first, { id, x, y }], gap: distance(first, at) };
        cancelFinger();
        return true;
      }
      if (target === "widget" && !mayTap) return false;
      finger = { id, start: at, at, phase: "press", mayTap };
      if (mayTap) holdTimer = setTimeout(hold, HOLD_MS);
      return mayTap;
    },
    move({ id, x, y }: Touch) {
      const touch = pinching(id);
      if (pinch && touch) {
        Object.assign(touch, { x, y });
        const ratio = distance(...pinch.touches) / pinch.gap;
        if (Math.max(ratio, 1 / ratio) < PINCH_RATIO) return;
        pinch.gap *= ratio;
        return emit({ type: "pinch", apart: ratio > 1 });
      }
      if (finger?.id !== id) return;
      const before = finger.at;
      finger.at = { x, y };
      if (finger.phase === "press") {
        const [dx, dy] = [Math.abs(x - finger.start.x), Math.abs(y - finger.start.y)];
        if (Math.max(dx, dy) < DRAG_PX) return;
        endTaps();
        const vertical = dy >= dx;
        if (vertical && !canSlide()) return void release();
        clearTimeout(holdTimer);
        finger.phase = vertical ? "slide" : "drag";
      }
      if (finger.phase === "drag") drag("drag", finger);
      if (finger.phase === "slide") slide(finger.start, before.y - y);
    },
    /** The browser must then neither scroll nor zoom. */
    isDragging: () => pinch !== undefined || /^(drag|slide)$/.test(finger?.phase ?? ""),
    up({ id, x, y }: Touch) {
      if (pinching(id)) pinch = undefined;
      if (finger?.id !== id) return;
      const { phase, start, mayTap } = finger;
      release();
      const at = { x, y };
      if (phase === "drag") drag("drop", { start, at });
      else if (phase === "hold") emit({ type: "release" });
      else if (phase === "press" && mayTap) tap(at);
      else endTaps();
    },
    cancel({ id }: { id: number }) {
      if (pinching(id)) pinch = undefined;
      if (finger?.id === id) cancelFinger();
    },
    stop() {
      endTaps();
      cancelFinger();
    },
  };
}

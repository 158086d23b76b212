export interface Point {
  x: number;
  y: number;
}

export interface Touch extends Point {
  id: number;
}

export type Third = "left" | "middle" | "right";

export type Gesture =
  /** Told at once: another tap may follow. */
  | { type: "tap"; at: Point }
  /** No other tap has followed. */
  | { type: "single tap"; at: Point }
  | { type: "taps"; third: Third; count: number }
  | { type: "hold" | "release" }
  /** `pixels` to the right since it became a drag; `start` is where the finger came down. */
  | { type: "drag" | "drop"; pixels: number; at: Point; start: Point }
  | { type: "abandon" };

/** A button minds taps itself, a slider or a menu everything. */
export type Ground = "picture" | "button" | "own ways";

interface Surroundings {
  /** Where the picture is now. */
  frame: () => { left: number; width: number };
  /** Whether holding a finger down would do something now. */
  canHold: () => boolean;
}

const HOLD_MS = 450;
const SECOND_TAP_MS = 300;
const NEXT_TAP_MS = 600;
const DRAG_PX = 12;
/** How far apart the taps of a row may be; a control that appeared under the finger is hit on purpose sooner. */
const STRAY_PX = 100;
const STRAY_ON_CONTROL_PX = 40;

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

interface Finger {
  id: number;
  start: Point;
  at: Point;
  does: "press" | "hold" | "drag";
  mayTap: boolean;
}

/** Makes of what one finger does on the picture what the viewer means by it. */
export function createRecogniser(
  { frame, canHold }: Surroundings,
  emit: (gesture: Gesture) => void,
) {
  let finger: Finger | undefined;
  let row: { third: Third; at: Point; count: number } | undefined;
  let holding: ReturnType<typeof setTimeout>;
  let ending: ReturnType<typeof setTimeout>;

  const thirdOf = ({ x }: Point): Third => {
    const { left, width } = frame();
    const share = (x - left) / width;
    if (share < 1 / 3) return "left";
    return share < 2 / 3 ? "middle" : "right";
  };
  const goesOn = (at: Point, stray: number) =>
    row !== undefined && row.third === thirdOf(at) && distance(row.at, at) <= stray;
  const endRow = () => {
    clearTimeout(ending);
    row = undefined;
  };
  const hold = () => {
    if (!finger || !canHold()) return;
    finger.does = "hold";
    endRow();
    emit({ type: "hold" });
  };
  const drag = (type: "drag" | "drop", { start, at }: { start: Point; at: Point }) => {
    const moved = at.x - start.x;
    const pixels = Math.sign(moved) * Math.max(0, Math.abs(moved) - DRAG_PX);
    emit({ type, pixels, at, start });
  };
  const tap = (at: Point) => {
    const third = thirdOf(at);
    const count = goesOn(at, STRAY_PX) ? (row?.count ?? 0) + 1 : 1;
    row = { third, at, count };
    emit(count === 1 ? { type: "tap", at } : { type: "taps", third, count });
    // in the middle a third tap is the first of the next pair
    if (third === "middle" && count > 1) return endRow();
    ending = setTimeout(
      () => {
        endRow();
        if (count === 1) emit({ type: "single tap", at });
      },
      count === 1 ? SECOND_TAP_MS : NEXT_TAP_MS,
    );
  };
  const letGo = () => {
    clearTimeout(holding);
    const gone = finger;
    finger = undefined;
    return gone;
  };
  const abandon = () => {
    const gone = letGo();
    if (gone?.does === "hold") emit({ type: "release" });
    if (gone?.does === "drag") emit({ type: "abandon" });
  };

  return {
    /** Answers whether a tap is a gesture's; otherwise it belongs to what it hit. */
    down({ id, x, y }: Touch, ground: Ground): boolean {
      const at = { x, y };
      const mayTap = ground === "picture" || goesOn(at, STRAY_ON_CONTROL_PX);
      clearTimeout(ending);
      if (!goesOn(at, STRAY_PX)) endRow();
      if (finger) {
        abandon();
        return true;
      }
      if (ground === "own ways" && !mayTap) return false;
      finger = { id, start: at, at, does: "press", mayTap };
      if (mayTap) holding = setTimeout(hold, HOLD_MS);
      return mayTap;
    },
    move({ id, x, y }: Touch) {
      if (finger?.id !== id) return;
      finger.at = { x, y };
      if (finger.does === "press") {
        const [across, along] = [Math.abs(x - finger.start.x), Math.abs(y - finger.start.y)];
        if (Math.max(across, along) < DRAG_PX) return;
        endRow();
        if (along >= across) return void letGo();
        clearTimeout(holding);
        finger.does = "drag";
      }
      if (finger.does === "drag") drag("drag", finger);
    },
    up({ id, x, y }: Touch) {
      if (finger?.id !== id) return;
      const { does, start, mayTap } = finger;
      letGo();
      const at = { x, y };
      if (does === "drag") drag("drop", { start, at });
      else if (does === "hold") emit({ type: "release" });
      else if (mayTap) tap(at);
      else endRow();
    },
    cancel({ id }: { id: number }) {
      if (finger?.id === id) abandon();
    },
    stop() {
      endRow();
      abandon();
    },
  };
}

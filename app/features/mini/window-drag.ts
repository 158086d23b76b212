import { prefersReducedMotion } from "../../ui/paint.ts";
import { listenersOf, preventFling } from "../../ui/touch-drag.ts";

interface Vector {
  x: number;
  y: number;
}

export interface Corner {
  side: "left" | "right";
  end: "top" | "bottom";
}

interface Release {
  from: Corner; // before the drag
  /** In pixels: the distance dragged, then the window's centre, its size, and the screen's size. */
  moved: Vector;
  middle: Vector;
  size: Vector;
  screen: Vector;
  speed: Vector; // pixels per millisecond
}

const AWAY_SHARE = 0.5; // of the window's size
const AWAY_SPEED = 0.5; // pixels per millisecond
const GLIDE_MS = 200; // how long a flung window would glide

export function releaseTarget(release: Release): Corner | "away" {
  const { from, moved, middle, size, screen, speed } = release;
  const outwards = { x: from.side === "right" ? 1 : -1, y: from.end === "bottom" ? 1 : -1 };
  const isAway = (axis: "x" | "y", otherAxis: "x" | "y") => {
    const distance = moved[axis] * outwards[axis];
    const isFlung = speed[axis] * outwards[axis] > AWAY_SPEED;
    const isMain = Math.abs(speed[axis]) > Math.abs(speed[otherAxis]);
    return distance > size[axis] * AWAY_SHARE || (distance > 0 && isFlung && isMain);
  };
  if (isAway("x", "y") || isAway("y", "x")) return "away";
  return {
    side: middle.x + speed.x * GLIDE_MS < screen.x / 2 ? "left" : "right",
    end: middle.y + speed.y * GLIDE_MS < screen.y / 2 ? "top" : "bottom",
  };
}

const SLOP = 8; // pixels; less is a tap
const SPEED_MS = 100; // the time before the release in which the speed is measured
const SLIDE_MS = 200;
const EASING = "cubic-bezier(0.2, 0.8, 0.2, 1)";

interface Drag {
  pointer: number;
  start: Vector;
  path: (Vector & { at: number })[]; // empty until the pointer has moved beyond SLOP
}

const translation = ({ x, y }: Vector) => `${x}px ${y}px`;

export function bindDrag(element: HTMLElement, onAway: () => void, signal: AbortSignal) {
  let drag: Drag | undefined;
  let dragged = false;

  const corner = (): Corner => ({
    side: element.dataset.side === "left" ? "left" : "right",
    end: element.dataset.end === "top" ? "top" : "bottom",
  });
  const slide = (from: Vector, to: Vector) => {
    if (prefersReducedMotion()) return undefined;
    const translate = [translation(from), translation(to)];
    return element.animate({ translate }, { duration: SLIDE_MS, easing: EASING }).finished;
  };
  const settle = ({ side, end }: Corner) => {
    const before = element.getBoundingClientRect();
    element.style.translate = "";
    Object.assign(element.dataset, { side, end });
    const after = element.getBoundingClientRect();
    void slide({ x: before.x - after.x, y: before.y - after.y }, { x: 0, y: 0 });
  };
  const sendAway = async (moved: Vector) => {
    const factor = Math.max(1, (2 * element.offsetWidth) / Math.hypot(moved.x, moved.y));
    const target = { x: moved.x * factor, y: moved.y * factor };
    element.style.translate = translation(target);
    await slide(moved, target)?.catch(() => undefined);
    onAway();
    element.style.translate = "";
  };
  const movedBy = ({ clientX, clientY }: PointerEvent, { start }: Drag): Vector => ({
    x: clientX - start.x,
    y: clientY - start.y,
  });
  const release = (event: PointerEvent, released: Drag) => {
    const moved = movedBy(event, released);
    const { x, y, width, height } = element.getBoundingClientRect();
    const [first] = released.path.filter(({ at }) => at > event.timeStamp - SPEED_MS);
    const time = first ? Math.max(1, event.timeStamp - first.at) : Number.POSITIVE_INFINITY;
    const { documentElement } = document;
    const target = releaseTarget({
      from: corner(),
      moved,
      middle: { x: x + width / 2, y: y + height / 2 },
      size: { x: width, y: height },
      screen: { x: documentElement.clientWidth, y: documentElement.clientHeight },
      speed: { x: (moved.x - (first?.x ?? 0)) / time, y: (moved.y - (first?.y ?? 0)) / time },
    });
    if (target === "away") void sendAway(moved);
    else settle(target);
  };

  const on = listenersOf(element, signal);
  on("pointerdown", ({ isPrimary, button, pointerId, clientX, clientY }) => {
    dragged = false;
    if (!isPrimary || button !== 0) return;
    drag = { pointer: pointerId, start: { x: clientX, y: clientY }, path: [] };
  });
  on("pointermove", (event) => {
    if (drag?.pointer !== event.pointerId) return;
    const moved = movedBy(event, drag);
    if (!dragged && Math.hypot(moved.x, moved.y) < SLOP) return;
    if (!dragged) element.setPointerCapture(event.pointerId);
    dragged = true;
    drag.path = drag.path.filter(({ at }) => at > event.timeStamp - SPEED_MS);
    drag.path.push({ ...moved, at: event.timeStamp });
    element.style.translate = translation(moved);
  });
  preventFling(element, () => dragged, signal);
  on("pointerup", (event) => {
    if (dragged && drag?.pointer === event.pointerId) release(event, drag);
    drag = undefined;
  });
  on("pointercancel", () => {
    if (dragged && drag) settle(corner());
    drag = undefined;
  });
  on(
    "click",
    (event) => {
      // a keyboard click, whose detail is 0, does not end a drag
      if (!dragged || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  on("dragstart", (event) => event.preventDefault());
}

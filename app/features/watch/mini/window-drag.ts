import { preventFling } from "../../../ui/touch-drag.ts";

interface Vector {
  x: number;
  y: number;
}

export interface Corner {
  side: "left" | "right";
  end: "top" | "bottom";
}

interface Release {
  /** Where the window was before. */
  from: Corner;
  /** In pixels: how far it was dragged, where its middle is now, its size and the screen's. */
  moved: Vector;
  middle: Vector;
  size: Vector;
  screen: Vector;
  /** In pixels per millisecond. */
  speed: Vector;
}

/** Of the window's size. */
const AWAY_SHARE = 0.5;
/** In pixels per millisecond. */
const AWAY_SPEED = 0.5;
/** In milliseconds: how long a thrown window would glide on. */
const GLIDE = 200;

/** A window that is dragged or thrown out of the screen on a side where it stands is sent away. */
export function whereTo({ from, moved, middle, size, screen, speed }: Release): Corner | "away" {
  const outwards = { x: from.side === "right" ? 1 : -1, y: from.end === "bottom" ? 1 : -1 };
  const isAway = (axis: "x" | "y", across: "x" | "y") => {
    const distance = moved[axis] * outwards[axis];
    const isThrown = speed[axis] * outwards[axis] > AWAY_SPEED;
    const isMain = Math.abs(speed[axis]) > Math.abs(speed[across]);
    return distance > size[axis] * AWAY_SHARE || (distance > 0 && isThrown && isMain);
  };
  if (isAway("x", "y") || isAway("y", "x")) return "away";
  return {
    side: middle.x + speed.x * GLIDE < screen.x / 2 ? "left" : "right",
    end: middle.y + speed.y * GLIDE < screen.y / 2 ? "top" : "bottom",
  };
}

/** In pixels: a pointer that moves less taps. */
const SLOP = 8;
/** In milliseconds before the release: what counts for the speed. */
const RECENT = 100;
const SLIDE_MS = 200;
const EASING = "cubic-bezier(0.2, 0.8, 0.2, 1)";

interface Drag {
  pointer: number;
  start: Vector;
  /** Empty until the pointer has moved far enough. */
  path: (Vector & { at: number })[];
}

const translation = ({ x, y }: Vector) => `${x}px ${y}px`;

const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The window follows one pointer, and goes to a corner or away; which corner, its styles know by its data attributes. */
export function bindDrag(element: HTMLElement, onAway: () => void) {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let drag: Drag | undefined;
  let dragged = false;

  const corner = (): Corner => ({
    side: element.dataset.side === "left" ? "left" : "right",
    end: element.dataset.end === "top" ? "top" : "bottom",
  });
  const slide = (from: Vector, to: Vector) => {
    if (prefersStillness()) return undefined;
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
    const [first] = released.path.filter(({ at }) => at > event.timeStamp - RECENT);
    const time = first ? Math.max(1, event.timeStamp - first.at) : Number.POSITIVE_INFINITY;
    const { documentElement } = document;
    const target = whereTo({
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

  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
    capture = false,
  ) => element.addEventListener(name, listener, { signal, capture });
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
    drag.path = drag.path.filter(({ at }) => at > event.timeStamp - RECENT);
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
      // a keyboard's click follows no pointer
      if (!dragged || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  // a mouse would drag the link itself
  on("dragstart", (event) => event.preventDefault());
  return () => lifetime.abort();
}

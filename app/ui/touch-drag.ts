/** In pixels: a finger that moves less taps. */
const SLOP = 8;
/** In milliseconds before the finger is lifted: what counts for its speed. */
const RECENT = 100;

interface DragHandlers {
  /** Whether a finger that moves in this direction, right and down being 1, drags; else the browser keeps the touch. */
  begins: (direction: 1 | -1, event: TouchEvent) => boolean;
  onMove: (distance: number) => void;
  /** With the speed in pixels per millisecond; both are 0 when the touch was cancelled. */
  onEnd: (distance: number, speed: number) => void;
}

/** Follows one finger along an axis. The direction is locked first: a touch that begins along the other is left alone. */
export function watchDrag(element: HTMLElement, axis: "x" | "y", handlers: DragHandlers) {
  const stop = new AbortController();
  const on = { signal: stop.signal, passive: true };
  let start: { x: number; y: number } | undefined;
  let dragging: { slop: number; path: { distance: number; at: number }[] } | undefined;

  const end = (distance: number, speed: number) => {
    start = undefined;
    if (!dragging) return;
    dragging = undefined;
    handlers.onEnd(distance, speed);
  };
  const begin = ({ touches: [touch, other] }: TouchEvent) => {
    end(0, 0);
    if (touch && !other) start = { x: touch.clientX, y: touch.clientY };
  };
  const move = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!start || !touch) return;
    const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
    const [along, across] = axis === "x" ? [x, y] : [y, x];
    if (!dragging) {
      if (Math.max(Math.abs(along), Math.abs(across)) < SLOP) return;
      const direction = along > 0 ? 1 : -1;
      if (Math.abs(along) <= Math.abs(across) || !handlers.begins(direction, event))
        return end(0, 0);
      dragging = { slop: direction * SLOP, path: [] };
    }
    const distance = along - dragging.slop;
    const recent = dragging.path.filter(({ at }) => at > event.timeStamp - RECENT);
    dragging.path = [...recent, { distance, at: event.timeStamp }];
    handlers.onMove(distance);
  };
  const lift = ({ timeStamp }: TouchEvent) => {
    const [first] = dragging?.path.filter(({ at }) => at > timeStamp - RECENT) ?? [];
    const distance = dragging?.path.at(-1)?.distance ?? 0;
    const speed = first ? (distance - first.distance) / Math.max(1, timeStamp - first.at) : 0;
    end(distance, speed);
  };
  element.addEventListener("touchstart", begin, on);
  element.addEventListener("touchmove", move, on);
  element.addEventListener("touchend", lift, on);
  element.addEventListener("touchcancel", () => end(0, 0), on);
  return () => {
    end(0, 0);
    stop.abort();
  };
}

/**
 * Keeps the taps that follow a drag. Chromium sees a fling in a quick drag even where `touch-action` forbids to scroll,
 * and takes a tap of the next second for one that stops it: the tap has no click. Moves that are prevented end in no fling.
 *
 * @param isDragged whether the touch is ours; else it scrolls the page
 */
export function preventFling(element: HTMLElement, isDragged: () => boolean, signal: AbortSignal) {
  const prevent = (event: TouchEvent) => {
    if (event.cancelable && isDragged()) event.preventDefault();
  };
  element.addEventListener("touchmove", prevent, { signal, passive: false });
}

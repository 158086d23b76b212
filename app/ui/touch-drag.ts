const SLOP = 8; // pixels; less is a tap
const SPEED_MS = 100; // before the release: the time over which the speed is measured

interface DragHandlers {
  signal: AbortSignal;
  begins: (direction: 1 | -1, event: TouchEvent) => boolean; // 1 is right or down
  onMove: (distance: number) => void;
  onEnd: (distance: number, speed: number) => void;
}

export function watchDrag(element: HTMLElement, axis: "x" | "y", handlers: DragHandlers) {
  const on = { signal: handlers.signal, passive: true };
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
    const recent = dragging.path.filter(({ at }) => at > event.timeStamp - SPEED_MS);
    dragging.path = [...recent, { distance, at: event.timeStamp }];
    handlers.onMove(distance);
  };
  const lift = ({ timeStamp }: TouchEvent) => {
    const [first] = dragging?.path.filter(({ at }) => at > timeStamp - SPEED_MS) ?? [];
    const distance = dragging?.path.at(-1)?.distance ?? 0;
    const speed = first ? (distance - first.distance) / Math.max(1, timeStamp - first.at) : 0;
    end(distance, speed);
  };
  element.addEventListener("touchstart", begin, on);
  element.addEventListener("touchmove", move, on);
  element.addEventListener("touchend", lift, on);
  element.addEventListener("touchcancel", () => end(0, 0), on);
  handlers.signal.addEventListener("abort", () => end(0, 0));
}

export const listenersOf =
  (element: HTMLElement, signal: AbortSignal) =>
  <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
    capture = false,
  ) =>
    element.addEventListener(name, listener, { signal, capture });

// Chromium takes a quick drag for a fling, even if `touch-action` forbids scrolling. A tap within
// the next second would then only stop the fling.
export function preventFling(element: HTMLElement, isDragged: () => boolean, signal?: AbortSignal) {
  const prevent = (event: TouchEvent) => {
    if (event.cancelable && isDragged()) event.preventDefault();
  };
  element.addEventListener("touchmove", prevent, { ...(signal && { signal }), passive: false });
}

const DRAG_FROM = 5; // pixels; less is a click
const SNAP_MS = 300; // in which the wheel moves a snapping row by only one item

export function bindMouseScroll(element: HTMLElement, signal: AbortSignal): void {
  const on = { signal };
  let drag: { x: number; left: number; moved: boolean } | undefined;

  const snaps = getComputedStyle(element).scrollSnapType !== "none";
  let snapsUntil = 0;
  const scrollByWheel = (event: WheelEvent) => {
    const { deltaX, deltaY, ctrlKey, timeStamp } = event;
    if (Math.abs(deltaX) > Math.abs(deltaY) || ctrlKey) return;
    const { scrollLeft, scrollWidth, clientWidth } = element;
    const remaining = deltaY > 0 ? scrollWidth - clientWidth - scrollLeft : scrollLeft;
    if (remaining < 1) return;
    event.preventDefault();
    if (!snaps) return element.scrollBy({ left: deltaY, behavior: "instant" });
    if (timeStamp < snapsUntil) return;
    snapsUntil = timeStamp + SNAP_MS;
    element.scrollBy({ left: Math.sign(deltaY) * clientWidth, behavior: "smooth" });
  };
  const begin = ({ pointerType, button, clientX }: PointerEvent) => {
    if (pointerType !== "mouse" || button !== 0) return;
    drag = { x: clientX, left: element.scrollLeft, moved: false };
  };
  const move = ({ clientX }: PointerEvent) => {
    if (!drag) return;
    drag.moved ||= Math.abs(clientX - drag.x) > DRAG_FROM;
    if (!drag.moved) return;
    // snapping would pull the row back during the drag
    element.style.scrollSnapType = "none";
    element.scrollTo({ left: drag.left + drag.x - clientX, behavior: "instant" });
  };
  const end = () => {
    element.style.scrollSnapType = "";
    // the click that ends a drag comes right after this event
    if (drag?.moved) element.addEventListener("click", preventClick, { capture: true, once: true });
    setTimeout(() => element.removeEventListener("click", preventClick, true));
    drag = undefined;
  };

  element.addEventListener("wheel", scrollByWheel, { ...on, passive: false });
  element.addEventListener("pointerdown", begin, on);
  element.addEventListener("dragstart", (event) => event.preventDefault(), on);
  window.addEventListener("pointermove", move, on);
  window.addEventListener("pointerup", end, on);
  window.addEventListener("pointercancel", end, on);
}

function preventClick(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}

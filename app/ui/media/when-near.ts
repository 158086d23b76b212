const MARGIN = "130% 0px"; // screens: how early pictures load

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

export function whenNear(element: Element, then: () => void): () => void {
  observer ??= new IntersectionObserver(look, { rootMargin: MARGIN });
  waiting.set(element, then);
  observer.observe(element);
  return () => leave(element);
}

function look(entries: IntersectionObserverEntry[]) {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    const then = waiting.get(target);
    leave(target);
    then?.();
  }
}

function leave(element: Element) {
  waiting.delete(element);
  observer?.unobserve(element);
}

const ATTEMPTS = 3;
const PAUSE_MS = 600;

export interface PictureSource {
  src: string;
  srcSet: string;
  sizes: string;
}

export const setSource = (image: HTMLImageElement, { src, srcSet, sizes }: PictureSource) =>
  Object.assign(image, { sizes, srcset: srcSet, src });

const visibleWhenUnmounted = new Set<string>();

export const wasVisibleWhenUnmounted = ({ src }: PictureSource) => visibleWhenUnmounted.has(src);

/** Must be called while the picture is still in the document. */
export function rememberIfVisible(image: HTMLImageElement, { src }: PictureSource) {
  const { top, bottom } = image.getBoundingClientRect();
  const isVisible = image.naturalWidth > 0 && bottom > 0 && top < window.innerHeight;
  if (isVisible) visibleWhenUnmounted.add(src);
  else visibleWhenUnmounted.delete(src);
}

interface PictureLoading {
  source: PictureSource;
  hidden?: string; // class while loading
  onFailed: () => void;
}

/** Handles pictures that loaded or failed before hydration. Client-rendered ones get their `src` when near the viewport. */
export function loadPicture(image: HTMLImageElement, { source, hidden, onFailed }: PictureLoading) {
  const placeholder = image.previousElementSibling as HTMLElement | null;
  let attempt = 1;
  let timer: number | undefined;

  const hasSource = () => image.hasAttribute("src") || image.currentSrc !== "";
  const hide = () => hidden && image.classList.add(hidden);
  const onLoad = () => {
    if (hidden) image.classList.remove(hidden);
    if (placeholder) placeholder.hidden = true;
  };
  const request = () => void setSource(image, source);
  const onError = () => {
    if (attempt >= ATTEMPTS) return onFailed();
    timer = window.setTimeout(request, PAUSE_MS * attempt);
    attempt += 1;
  };
  image.addEventListener("load", onLoad);
  image.addEventListener("error", onError);

  if (!hasSource()) {
  } else if (!image.complete) hide();
  else if (image.naturalWidth > 0) onLoad();
  else onError();

  const stopWaiting =
    image.loading === "lazy"
      ? whenNear(image, () => {
          image.loading = "eager";
          if (hasSource()) return;
          hide();
          request();
        })
      : undefined;
  return () => {
    stopWaiting?.();
    window.clearTimeout(timer);
    image.removeEventListener("load", onLoad);
    image.removeEventListener("error", onError);
  };
}

const MARGIN = "130% 0px"; // how far outside the viewport pictures begin to load

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

export function whenNear(element: Element, then: () => void): () => void {
  observer ??= new IntersectionObserver(onIntersect, { rootMargin: MARGIN });
  waiting.set(element, then);
  observer.observe(element);
  return () => stopWatching(element);
}

function onIntersect(entries: IntersectionObserverEntry[]) {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    const then = waiting.get(target);
    stopWatching(target);
    then?.();
  }
}

function stopWatching(element: Element) {
  waiting.delete(element);
  observer?.unobserve(element);
}

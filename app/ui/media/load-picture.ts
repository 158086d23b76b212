const ATTEMPTS = 3;
const PAUSE_MS = 600;

export interface PictureSource {
  src: string;
  srcSet: string;
  sizes: string;
}

export const setSource = (image: HTMLImageElement, { src, srcSet, sizes }: PictureSource) =>
  Object.assign(image, { sizes, srcset: srcSet, src });

const leftInSight = new Set<string>();

export const wasVisibleOnLeaving = ({ src }: PictureSource) => leftInSight.has(src);

/** Call it while the picture is still in the document. */
export function rememberIfVisible(image: HTMLImageElement, { src }: PictureSource) {
  const { top, bottom } = image.getBoundingClientRect();
  const inSight = image.naturalWidth > 0 && bottom > 0 && top < window.innerHeight;
  if (inSight) leftInSight.add(src);
  else leftInSight.delete(src);
}

interface PictureLoading {
  source: PictureSource;
  hidden?: string;
  onFailed: () => void;
}

/** May have loaded or failed before hydration. Client-rendered pictures get their address when near. */
export function loadPicture(image: HTMLImageElement, { source, hidden, onFailed }: PictureLoading) {
  const placeholder = image.previousElementSibling as HTMLElement | null;
  let attempt = 1;
  let timer: number | undefined;

  const isAddressed = () => image.hasAttribute("src") || image.currentSrc !== "";
  const hide = () => hidden && image.classList.add(hidden);
  const shown = () => {
    if (hidden) image.classList.remove(hidden);
    if (placeholder) placeholder.hidden = true;
  };
  const request = () => void setSource(image, source);
  const failed = () => {
    if (attempt >= ATTEMPTS) return onFailed();
    timer = window.setTimeout(request, PAUSE_MS * attempt);
    attempt += 1;
  };
  image.addEventListener("load", shown);
  image.addEventListener("error", failed);

  if (!isAddressed()) {
  } else if (!image.complete) hide();
  else if (image.naturalWidth > 0) shown();
  else failed();

  const stopWaiting =
    image.loading === "lazy"
      ? whenNear(image, () => {
          image.loading = "eager";
          if (isAddressed()) return;
          hide();
          request();
        })
      : undefined;
  return () => {
    stopWaiting?.();
    window.clearTimeout(timer);
    image.removeEventListener("load", shown);
    image.removeEventListener("error", failed);
  };
}

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

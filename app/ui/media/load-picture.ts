import { whenNear } from "./when-near.ts";

const ATTEMPTS = 3;
const PAUSE_MS = 600;

/** Where a picture is, in the widths that it comes in. */
export interface PictureSource {
  src: string;
  srcSet: string;
  sizes: string;
}

export const setSource = (image: HTMLImageElement, { src, srcSet, sizes }: PictureSource) =>
  Object.assign(image, { sizes, srcset: srcSet, src });

interface PictureLoading {
  source: PictureSource;
  /** What hides the picture until it is there, so that it can be faded in. */
  hidden?: string;
  onFailed: () => void;
}

/**
 * Looks after a picture's element through up to three attempts, past React, which would draw every picture of a page
 * again and again. It may have loaded or failed before this script ran. One without an address was drawn here and
 * gets it when it comes near; the server's pictures have theirs, and the browser looks after them by itself. The
 * element before it stands in for it until it is there.
 */
export function loadPicture(image: HTMLImageElement, { source, hidden, onFailed }: PictureLoading) {
  const placeholder = image.previousElementSibling as HTMLElement | null;
  let attempt = 1;
  let timer: number | undefined;

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

  if (!image.hasAttribute("src")) {
    // nothing to look at yet
  } else if (!image.complete) hide();
  else if (image.naturalWidth > 0) shown();
  else failed();

  const stopWaiting =
    image.loading === "lazy"
      ? whenNear(image, () => {
          image.loading = "eager";
          if (image.hasAttribute("src")) return;
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

import { useEffect, useState } from "react";

/** Safari's older way. */
interface AppleVideo extends HTMLVideoElement {
  webkitPresentationMode?: string;
  webkitSupportsPresentationMode?: (mode: string) => boolean;
  webkitSetPresentationMode?: (mode: string) => void;
}

const APPLE_MODE = "picture-in-picture";

function toggler(video: AppleVideo): (() => void) | undefined {
  if (document.pictureInPictureEnabled)
    return () => {
      const leaving = document.pictureInPictureElement === video;
      const change = leaving ? document.exitPictureInPicture() : video.requestPictureInPicture();
      change.catch(() => undefined);
    };
  if (video.webkitSupportsPresentationMode?.(APPLE_MODE))
    return () => {
      const leaving = video.webkitPresentationMode === APPLE_MODE;
      video.webkitSetPresentationMode?.(leaving ? "inline" : APPLE_MODE);
    };
}

/** What moves the video into a small window of its own and back; undefined where that cannot be. */
export function usePictureInPicture(video: HTMLVideoElement | undefined) {
  const [toggle, setToggle] = useState<() => void>();
  useEffect(() => {
    if (!video) return;
    setToggle(() => toggler(video));
    return () => {
      if (document.pictureInPictureElement === video)
        document.exitPictureInPicture().catch(() => undefined);
    };
  }, [video]);
  return toggle;
}

import { type RefObject, useCallback, useEffect, useState } from "react";
import { useMediaQuery } from "../use-media-query.ts";

/** iPhones support fullscreen only for the video element, with native controls. */
interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** Phones only; elsewhere absent or refused. */
interface LockableOrientation {
  lock?: (orientation: "landscape") => Promise<void>;
  unlock?: () => void;
}
const screenOrientation = () => (screen.orientation as LockableOrientation | undefined) ?? {};

/** A phone on its side, where the styles let the player fill the window. */
const ON_ITS_SIDE = "(orientation: landscape) and (max-height: 500px) and (pointer: coarse)";

export function useFullscreen(stage: RefObject<HTMLElement>, video: RefObject<PhoneVideo>) {
  const [active, setActive] = useState(false);
  const [locked, setLocked] = useState(false);
  const fills = useMediaQuery(ON_ITS_SIDE);
  useEffect(() => {
    const element = stage.current;
    const read = () => setActive(document.fullscreenElement === element);
    document.addEventListener("fullscreenchange", read);
    return () => document.removeEventListener("fullscreenchange", read);
  }, [stage]);

  useEffect(() => {
    if (!active) return;
    const { videoWidth = 0, videoHeight = 0 } = video.current ?? {};
    if (videoWidth > videoHeight)
      screenOrientation()
        .lock?.("landscape")
        ?.catch(() => undefined);
    return () => {
      screenOrientation().unlock?.();
      setLocked(false);
    };
  }, [active, video]);

  const toggle = useCallback(() => {
    const change = async () => {
      if (document.fullscreenElement) return document.exitFullscreen();
      const element = stage.current;
      if (element && "requestFullscreen" in element) return element.requestFullscreen();
      video.current?.webkitEnterFullscreen?.();
    };
    void change().catch(() => undefined);
  }, [stage, video]);
  const toggleLock = useCallback(() => setLocked((before) => !before), []);
  return { active, fills: active || fills, toggle, locked, toggleLock };
}

export type Fullscreen = ReturnType<typeof useFullscreen>;

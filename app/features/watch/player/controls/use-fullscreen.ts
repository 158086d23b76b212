import { type RefObject, useCallback, useEffect, useState } from "react";

/** iPhones make only the video itself fill the screen, with their own controls. */
interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** Phones can keep the screen turned; elsewhere this is absent or refused. */
interface LockableOrientation {
  lock?: (orientation: "landscape") => Promise<void>;
  unlock?: () => void;
}
const screenOrientation = () => (screen.orientation as LockableOrientation | undefined) ?? {};

/** Whether `stage` fills the screen, and what changes that. A wide video turns a phone's screen. */
export function useFullscreen(stage: RefObject<HTMLElement>, video: RefObject<PhoneVideo>) {
  const [active, setActive] = useState(false);
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
    return () => screenOrientation().unlock?.();
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
  return { active, toggle };
}

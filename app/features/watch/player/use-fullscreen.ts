import { type RefObject, useEffect, useState } from "react";

/** iPhones make only the video itself fill the screen, with their own controls. */
interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** Whether `stage` fills the screen, and what changes that. */
export function useFullscreen(stage: RefObject<HTMLElement>, video: RefObject<PhoneVideo>) {
  const [active, setActive] = useState(false);
  useEffect(() => {
    const read = () => setActive(document.fullscreenElement === stage.current);
    document.addEventListener("fullscreenchange", read);
    return () => document.removeEventListener("fullscreenchange", read);
  }, [stage]);

  const toggle = async () => {
    if (document.fullscreenElement) return document.exitFullscreen();
    const element = stage.current;
    if (element && "requestFullscreen" in element) return element.requestFullscreen();
    video.current?.webkitEnterFullscreen?.();
  };
  return { active, toggle: () => void toggle().catch(() => undefined) };
}

import { type RefObject, useCallback, useEffect, useState } from "react";
import { useOverlayEntry } from "../../navigation/overlay-entries.ts";
import { useSignalEffect } from "../../ui/paint.ts";
import { useOnDemand } from "../../ui/use-on-demand.ts";
import { useMediaQuery } from "../use-media-query.ts";

interface LockableOrientation {
  lock?: (orientation: "landscape") => Promise<void>;
  unlock?: () => void;
}
const screenOrientation = () => (screen.orientation as LockableOrientation | undefined) ?? {};

const LANDSCAPE_PHONE = "(orientation: landscape) and (max-height: 500px) and (pointer: coarse)";

/** iPhones show only a bare video in fullscreen, without our controls: there the player fills the window. */
export const fullscreenMode = () => (document.fullscreenEnabled ? "screen" : "window");

const importFillWindow = async () => (await import("./fill-window.ts")).fillWindow;

export function useFullscreen(stage: RefObject<HTMLElement>, video: RefObject<HTMLVideoElement>) {
  const [onScreen, setOnScreen] = useState(false);
  const [inWindow, setInWindow] = useState(false);
  const [locked, setLocked] = useState(false);
  const fills = useMediaQuery(LANDSCAPE_PHONE);
  const active = onScreen || inWindow;
  useSignalEffect([stage], (signal) => {
    const element = stage.current;
    const read = () => setOnScreen(document.fullscreenElement === element);
    document.addEventListener("fullscreenchange", read, { signal });
  });

  useEffect(() => {
    if (!active) return;
    const { videoWidth = 0, videoHeight = 0 } = video.current ?? {};
    stage.current?.style.setProperty("--shape", String(videoWidth / videoHeight || 16 / 9));
    if (videoWidth > videoHeight)
      screenOrientation()
        .lock?.("landscape")
        ?.catch(() => undefined);
    return () => {
      screenOrientation().unlock?.();
      setLocked(false);
    };
  }, [active, stage, video]);

  const leave = useCallback(() => {
    setInWindow(false);
    if (document.fullscreenElement) void document.exitFullscreen();
  }, []);
  const fillWindow = useOnDemand(importFillWindow, inWindow, leave);
  useSignalEffect([inWindow, fillWindow, stage, leave], (signal) => {
    if (inWindow && stage.current) fillWindow?.(stage.current, leave, signal);
  });
  useOverlayEntry(inWindow, leave);

  const toggle = useCallback(() => {
    if (active) return leave();
    if (fullscreenMode() === "screen") stage.current?.requestFullscreen().catch(() => undefined);
    else setInWindow(true);
  }, [active, leave, stage]);
  const toggleLock = useCallback(() => setLocked((before) => !before), []);
  return { active, inWindow, fills: active || fills, toggle, leave, locked, toggleLock };
}

export type Fullscreen = ReturnType<typeof useFullscreen>;

import type { Visibility } from "../controls/visibility.ts";
import type { Commands } from "../core/commands.ts";
import type { Hints } from "./create-hints.ts";
import { createRecogniser, type Gesture, type Ground, type Point } from "./gestures.ts";
import { dragTarget, isOutside, seriousZone } from "./seek-drag.ts";

export interface Hands {
  stage: HTMLElement;
  video: HTMLVideoElement;
  /** How long the video runs, in seconds; 0 while it is not known. */
  duration: () => number;
  commands: Commands;
  hints: Hints;
  visibility: Visibility;
}

const SKIP = 10;
const CLICK_FOLLOWS_MS = 500;

/** A mouse on a desktop; in front of a touch screen it does what a finger would. */
const isMouse = ({ pointerType }: PointerEvent) =>
  pointerType === "mouse" && matchMedia("(hover: hover) and (pointer: fine)").matches;

/** Does what the viewer's fingers and mouse mean on the picture itself. Returns what takes it off again. */
export function bindGestures({ stage, video, duration, commands, hints, visibility }: Hands) {
  const life = new AbortController();
  const frame = () => stage.getBoundingClientRect();
  let mayHide = false;
  let from: number | undefined;
  /** Until then a click is what the browser makes of a gesture, whatever has come under the finger since. */
  let unmeantUntil = 0;

  const isUpperLeft = ({ x, y }: Point) => {
    const { left, top, width, height } = frame();
    return x - left < width / 2 && y - top < height / 2;
  };
  const aim = ({ pixels, at, start }: Gesture & { type: "drag" | "drop" }) => {
    if (duration() === 0) return;
    from ??= video.currentTime;
    const target = dragTarget(from, pixels, frame().width, duration());
    const zone = seriousZone(frame(), start.y, document.fullscreenElement === stage);
    hints.show({ kind: "seek", from, target, cancelled: isOutside(zone, at.y) });
  };
  const skip = (seconds: number, times: number) => {
    visibility.hide();
    commands.skip(seconds, seconds * times);
  };
  const endDrag = () => {
    from = undefined;
    hints.clear();
  };

  const recogniser = createRecogniser({ frame, canHold: () => !video.paused }, (gesture) => {
    switch (gesture.type) {
      case "tap":
        mayHide = visibility.isSeen() && !isUpperLeft(gesture.at);
        return visibility.show();
      case "single tap":
        return mayHide && visibility.hide();
      case "taps":
        if (gesture.third === "middle") return commands.toggle();
        return skip(gesture.third === "left" ? -SKIP : SKIP, gesture.count - 1);
      case "hold":
        visibility.hide();
        return commands.playFast();
      case "release":
        return commands.playAsChosen();
      case "drag":
        // it may have begun on a button
        unmeantUntil = Number.POSITIVE_INFINITY;
        return aim(gesture);
      case "drop": {
        aim(gesture);
        const hint = hints.read();
        if (hint?.kind === "seek" && !hint.cancelled) commands.seekTo(hint.target);
        return endDrag();
      }
      case "abandon":
        return endDrag();
    }
  });

  const isPicture = ({ target }: Event) => target === video;
  const touch = ({ pointerId, clientX, clientY }: PointerEvent) => ({
    id: pointerId,
    x: clientX,
    y: clientY,
  });
  const groundOf = (event: Event): Ground => {
    if (isPicture(event)) return "picture";
    return (event.target as Element).closest("[role]") ? "own ways" : "button";
  };
  let byMouse = false;

  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
    capture = false,
  ) => stage.addEventListener(name, listener, { signal: life.signal, capture });
  on(
    "pointerdown",
    (event) => {
      byMouse = isMouse(event);
      unmeantUntil = 0;
      if (byMouse || event.button !== 0) return;
      if (!recogniser.down(touch(event), groundOf(event))) return;
      unmeantUntil = Number.POSITIVE_INFINITY;
      stage.setPointerCapture(event.pointerId);
      event.stopPropagation();
    },
    true,
  );
  on("pointermove", (event) => recogniser.move(touch(event)));
  on("pointerup", (event) => {
    if (unmeantUntil > 0) unmeantUntil = event.timeStamp + CLICK_FOLLOWS_MS;
    recogniser.up(touch(event));
  });
  on("pointercancel", ({ pointerId }) => {
    unmeantUntil = 0;
    recogniser.cancel({ id: pointerId });
  });
  on(
    "click",
    (event) => {
      // a key makes clicks, too
      if (event.timeStamp > unmeantUntil || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  on("click", (event) => byMouse && isPicture(event) && commands.toggle());
  on("dblclick", (event) => byMouse && isPicture(event) && commands.toggleFullscreen());
  on("contextmenu", (event) => !byMouse && isPicture(event) && event.preventDefault());
  return () => {
    life.abort();
    recogniser.stop();
  };
}

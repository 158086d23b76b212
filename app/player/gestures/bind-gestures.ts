import { SKIP_SECONDS } from "../../../server/contract/rules.ts";
import { listenersOf, preventFling } from "../../ui/touch-drag.ts";
import type { Commands, InputTargets } from "../core/commands.ts";
import { createRecogniser, type Gesture, type ScreenPoint, type TouchTarget } from "./gestures.ts";
import { activeZone, isOutside, seekTarget } from "./seek-drag.ts";

const CLICK_FOLLOWS_MS = 500;

const isMouse = ({ pointerType }: PointerEvent) =>
  pointerType === "mouse" && matchMedia("(hover: hover) and (pointer: fine)").matches;

export function bindGestures(targets: InputTargets, commands: Commands, signal: AbortSignal) {
  const { stage, hints, visibility } = targets;
  const { video, duration } = targets.player;
  const frame = () => stage.getBoundingClientRect();
  let mayHide = false;
  let dragFrom: number | undefined;
  let ignoreClicksUntil = 0; // earlier clicks are those that browsers send after a gesture

  const canHold = () => !video.paused;
  const canSlide = () => "full" in stage.dataset;
  const canPinch = () => (visualViewport?.scale ?? 1) < 1.05; // else two fingers zoom out again
  const isUpperLeft = ({ x, y }: ScreenPoint) => {
    const { left, top, width, height } = frame();
    return x - left < width / 2 && y - top < height / 2;
  };
  const showTarget = ({ pixels, at, start }: Gesture & { type: "drag" | "drop" }) => {
    if (duration() === 0) return;
    dragFrom ??= video.currentTime;
    const target = seekTarget(dragFrom, pixels, frame().width, duration());
    const zone = activeZone(frame(), start.y, canSlide());
    hints.show({ kind: "seek", from: dragFrom, target, cancelled: isOutside(zone, at.y) });
  };
  const skip = (seconds: number, count: number) => {
    visibility.hide();
    commands.skip(seconds, seconds * count);
  };
  const endDrag = () => {
    dragFrom = undefined;
    hints.clear();
  };

  const isLocked = () => stage.dataset.locked === "true";
  const recogniser = createRecogniser({ frame, canHold, canSlide, canPinch }, (gesture) => {
    if (isLocked() && !/tap$/.test(gesture.type)) return;
    switch (gesture.type) {
      case "tap":
        mayHide = visibility.isSeen() && !isUpperLeft(gesture.at);
        return visibility.show();
      case "single tap":
        return mayHide && visibility.hide();
      case "taps":
        if (gesture.third === "middle") return commands.toggle();
        return skip(gesture.third === "left" ? -SKIP_SECONDS : SKIP_SECONDS, gesture.count - 1);
      case "hold":
        visibility.hide();
        return commands.playFast();
      case "release":
        return commands.playAtChosenSpeed();
      case "drag":
        ignoreClicksUntil = Number.POSITIVE_INFINITY;
        return showTarget(gesture);
      case "drop": {
        showTarget(gesture);
        const hint = hints.read();
        if (hint?.kind === "seek" && !hint.cancelled) commands.seekTo(hint.target);
        return endDrag();
      }
      case "pinch":
        return commands.setFill(gesture.apart);
      case "slide":
        ignoreClicksUntil = Number.POSITIVE_INFINITY;
        if (gesture.half === "left") return commands.changeBrightness(gesture.share);
        return commands.changeVolume(gesture.share);
      case "cancel":
        return endDrag();
    }
  });

  const isPicture = ({ target }: Event) => target === video;
  const touchOf = ({ pointerId, clientX, clientY }: PointerEvent) => ({
    id: pointerId,
    x: clientX,
    y: clientY,
  });
  const targetOf = (event: Event): TouchTarget => {
    if (isPicture(event)) return "picture";
    return (event.target as Element).closest("[role]") ? "widget" : "button";
  };
  let byMouse = false;

  const on = listenersOf(stage, signal);
  on(
    "pointerdown",
    (event) => {
      byMouse = isMouse(event);
      ignoreClicksUntil = 0;
      if (byMouse || event.button !== 0) return;
      if (!recogniser.down(touchOf(event), targetOf(event))) return;
      ignoreClicksUntil = Number.POSITIVE_INFINITY;
      stage.setPointerCapture(event.pointerId);
      event.stopPropagation();
    },
    true,
  );
  on("pointermove", (event) => recogniser.move(touchOf(event)));
  preventFling(stage, recogniser.isDragging, signal);
  on("pointerup", (event) => {
    if (ignoreClicksUntil > 0) ignoreClicksUntil = event.timeStamp + CLICK_FOLLOWS_MS;
    recogniser.up(touchOf(event));
  });
  on("pointercancel", ({ pointerId }) => {
    ignoreClicksUntil = 0;
    recogniser.cancel({ id: pointerId });
  });
  on(
    "click",
    (event) => {
      if (event.timeStamp > ignoreClicksUntil || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  on("click", (event) => byMouse && isPicture(event) && !isLocked() && commands.toggle());
  on("dblclick", (event) => byMouse && isPicture(event) && commands.toggleFullscreen());
  on("contextmenu", (event) => !byMouse && isPicture(event) && event.preventDefault());
  signal.addEventListener("abort", recogniser.stop);
}

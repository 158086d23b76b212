import { type RefObject, useEffect, useState } from "react";

const HIDE_AFTER_MS = 3_000;
/** A tap within this time after they appeared does not hide the controls: the viewer has not seen them yet. */
const SEEN_AFTER_MS = 500;

/** Shows and hides the controls by a timer; while `isInUse` they stay. */
export function createVisibility(onChange: (shown: boolean) => void, isInUse: () => boolean) {
  let since: number | undefined;
  let timer: ReturnType<typeof setTimeout>;

  const hide = () => {
    clearTimeout(timer);
    since = undefined;
    onChange(false);
  };
  const show = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (isInUse() ? show() : hide()), HIDE_AFTER_MS);
    since ??= performance.now();
    onChange(true);
  };
  return {
    show,
    hide,
    /** Shows them, and restarts the time after which they count as seen. */
    showAnew() {
      since = undefined;
      show();
    },
    isSeen: () => since !== undefined && performance.now() - since >= SEEN_AFTER_MS,
    stop: () => clearTimeout(timer),
  };
}
export type Visibility = ReturnType<typeof createVisibility>;

interface VisibilityOptions {
  /** Always shown: the viewer has to choose something. */
  pinned: boolean;
  /** At the end of the preview only the picture is shown until the viewer does something. */
  held: boolean;
}

/**
 * Whether the controls are shown: always while `pinned` or used with the keyboard, otherwise for three seconds
 * after the last input.
 */
export function useControlsVisibility(
  stage: RefObject<HTMLElement>,
  { pinned, held }: VisibilityOptions,
) {
  const [shown, setShown] = useState(true);
  const [visibility] = useState(() =>
    createVisibility(setShown, () => stage.current?.querySelector(":focus-visible") != null),
  );

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const lifetime = new AbortController();
    const on = { signal: lifetime.signal, passive: true };
    const { show } = visibility;
    element.addEventListener("click", show, on);
    element.addEventListener("keydown", show, on);
    element.addEventListener(
      "focusin",
      ({ target }) => (target as Element).matches(":focus-visible") && show(),
      on,
    );
    // a finger that moves over the picture is a gesture, which shows its own hint
    element.addEventListener(
      "pointermove",
      ({ pointerType, target }) =>
        (pointerType === "mouse" || (target as Element).closest("[role]")) && show(),
      on,
    );
    return () => {
      lifetime.abort();
      visibility.stop();
    };
  }, [stage, visibility]);

  useEffect(() => {
    if (held) visibility.hide();
    else if (!pinned) visibility.showAnew();
  }, [visibility, pinned, held]);

  return { shown: shown || pinned, visibility };
}

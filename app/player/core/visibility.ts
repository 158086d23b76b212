import { type RefObject, useEffect, useState } from "react";
import { useSignalEffect } from "../../ui/paint.ts";

const HIDE_AFTER_MS = 3_000;
/** A tap sooner after the controls appear does not hide them. */
const SEEN_AFTER_MS = 500;

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
    reshow() {
      since = undefined;
      show();
    },
    isSeen: () => since !== undefined && performance.now() - since >= SEEN_AFTER_MS,
    stop: () => clearTimeout(timer),
  };
}
export type Visibility = ReturnType<typeof createVisibility>;

export function useControlsVisibility(
  stage: RefObject<HTMLElement>,
  { pinned, previewEnded }: { pinned: boolean; previewEnded: boolean },
) {
  const [shown, setShown] = useState(true);
  const [visibility] = useState(() =>
    createVisibility(setShown, () => stage.current?.querySelector(":focus-visible") != null),
  );

  useSignalEffect([stage, visibility], (signal) => {
    const element = stage.current;
    if (!element) return;
    const on = { signal, passive: true };
    const { show } = visibility;
    element.addEventListener("click", show, on);
    element.addEventListener("keydown", show, on);
    element.addEventListener(
      "focusin",
      ({ target }) => (target as Element).matches(":focus-visible") && show(),
      on,
    );
    element.addEventListener(
      "pointermove",
      ({ pointerType, target }) =>
        (pointerType === "mouse" || (target as Element).closest("[role]")) && show(),
      on,
    );
    signal.addEventListener("abort", visibility.stop);
  });

  useEffect(() => {
    if (previewEnded) visibility.hide();
    else if (!pinned) visibility.reshow();
  }, [visibility, pinned, previewEnded]);

  return { shown: shown || pinned, visibility };
}

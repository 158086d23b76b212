import { type RefObject, useEffect, useState } from "react";
import { createVisibility } from "./visibility.ts";

interface Reasons {
  /** Always shown: there is something to decide. */
  pinned: boolean;
  /** At the gate there is only the picture until the viewer does something. */
  held: boolean;
}

/**
 * Whether the controls are shown: always while `pinned` or used with the keyboard, otherwise for three seconds
 * after the last thing that the viewer did.
 */
export function useControls(stage: RefObject<HTMLElement>, { pinned, held }: Reasons) {
  const [shown, setShown] = useState(true);
  const [visibility] = useState(() =>
    createVisibility(setShown, () => stage.current?.querySelector(":focus-visible") != null),
  );

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const life = new AbortController();
    const on = { signal: life.signal, passive: true };
    const { show } = visibility;
    element.addEventListener("click", show, on);
    element.addEventListener("keydown", show, on);
    element.addEventListener(
      "focusin",
      ({ target }) => (target as Element).matches(":focus-visible") && show(),
      on,
    );
    // a finger that moves over the picture makes a gesture, which is no reason by itself
    element.addEventListener(
      "pointermove",
      ({ pointerType, target }) =>
        (pointerType === "mouse" || (target as Element).closest("[role]")) && show(),
      on,
    );
    return () => {
      life.abort();
      visibility.stop();
    };
  }, [stage, visibility]);

  useEffect(() => {
    if (held) visibility.hide();
    else if (!pinned) visibility.appear();
  }, [visibility, pinned, held]);

  return { shown: shown || pinned, visibility };
}

import { type RefObject, useEffect, useState } from "react";

const SHOWN_FOR = 3_000;
/** A touch counts when it is over: controls that appear under the finger would take its click. */
const signsOfLife = ["click", "mousemove", "focusin", "keydown"];

/**
 * Whether the controls are shown: always while `pinned` or used with the keyboard, otherwise for three seconds
 * after the last thing that the viewer did. A tap only ever brings them, so that no hasty one sends them away.
 */
export function useControls(stage: RefObject<HTMLElement>, pinned: boolean): boolean {
  const [shown, setShown] = useState(true);

  useEffect(() => {
    const element = stage.current;
    if (!element || pinned) return;
    const life = new AbortController();
    let timer: ReturnType<typeof setTimeout>;

    const leave = () => (element.querySelector(":focus-visible") ? show() : setShown(false));
    const show = () => {
      setShown(true);
      clearTimeout(timer);
      timer = setTimeout(leave, SHOWN_FOR);
    };
    for (const name of signsOfLife)
      element.addEventListener(name, show, { signal: life.signal, passive: true });
    const drag = ({ target }: Event) => target !== element.firstElementChild && show();
    element.addEventListener("pointermove", drag, { signal: life.signal, passive: true });
    show();
    return () => {
      life.abort();
      clearTimeout(timer);
      setShown(true);
    };
  }, [stage, pinned]);

  return shown || pinned;
}

import { type RefObject, useEffect, useState } from "react";

const SHOWN_FOR = 3_000;

/**
 * Whether the controls are shown: always while `pinned`, otherwise for three seconds after the last thing that
 * the viewer did. A tap on the picture brings them back, or sends them away; a mouse only brings them.
 */
export function useControls(stage: RefObject<HTMLElement>, pinned: boolean): boolean {
  const [shown, setShown] = useState(true);

  useEffect(() => {
    const element = stage.current;
    if (!element || pinned) return;
    const life = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let touched = false;
    let visible = true;

    const set = (value: boolean) => {
      visible = value;
      setShown(value);
    };
    const show = () => {
      set(true);
      clearTimeout(timer);
      timer = setTimeout(leave, SHOWN_FOR);
    };
    const leave = () => (element.querySelector(":focus-visible") ? show() : set(false));
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => element.addEventListener(name, listener, { signal: life.signal });

    on("pointerdown", (event) => {
      touched = event.pointerType === "touch";
    });
    on("pointermove", (event) => {
      if (event.pointerType !== "touch" || event.target !== element.firstElementChild) show();
    });
    on("click", (event) => {
      const onPicture = event.target === element.firstElementChild;
      if (onPicture && touched && visible) set(false);
      else show();
    });
    on("focusin", show);
    on("keydown", show);
    show();
    return () => {
      life.abort();
      clearTimeout(timer);
      setShown(true);
    };
  }, [stage, pinned]);

  return shown || pinned;
}

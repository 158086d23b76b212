import { type FormEvent, useEffect, useRef } from "react";

/**
 * Sends a form once however often its button is pressed: what disables the button is drawn only after a while, so
 * presses until then are refused here. `state` and `data` are those of the fetcher or of the navigation that sends it.
 */
export function useOneSubmit(state: string, data: unknown) {
  const underWay = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer may come without a state that is drawn before it
  useEffect(() => {
    if (state === "idle") underWay.current = false;
  }, [state, data]);

  return {
    /** Answers whether it may be sent; it is then taken for sent. */
    begin: () => {
      const free = !underWay.current;
      underWay.current = true;
      return free;
    },
    isUnderWay: () => underWay.current,
  };
}

/** For the `onSubmit` of a form that is not checked before it is sent. */
export function useSubmittedOnce(state: string, data: unknown) {
  const { begin } = useOneSubmit(state, data);
  return (event: FormEvent) => {
    if (!begin()) event.preventDefault();
  };
}

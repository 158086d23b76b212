import { type FormEvent, useEffect, useRef } from "react";

/** Blocks a second submission before the button is rendered as disabled. `begin` returns whether it is the first. */
export function useOneSubmit(state: string, data: unknown) {
  const underWay = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer may come before "submitting" is rendered
  useEffect(() => {
    if (state === "idle") underWay.current = false;
  }, [state, data]);

  const begin = () => {
    const free = !underWay.current;
    underWay.current = true;
    return free;
  };
  const onSubmit = (event: FormEvent) => {
    if (!begin()) event.preventDefault();
  };
  return { begin, onSubmit };
}

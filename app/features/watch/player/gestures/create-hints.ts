/** What is briefly laid over the picture to say what the viewer's fingers or keys are doing. */
export type Hint =
  | { kind: "skip"; seconds: number }
  | { kind: "seek"; from: number; target: number; cancelled: boolean }
  | { kind: "fast" }
  | { kind: "note"; text: string };

const SEEN_AFTER = 800;

/** Holds the one hint that is shown. */
export function createHints() {
  const listeners = new Set<() => void>();
  let hint: Hint | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (next: Hint | undefined) => {
    clearTimeout(timer);
    hint = next;
    for (const listener of listeners) listener();
  };
  return {
    read: () => hint,
    /** Shows it until something else is shown. */
    show,
    flash(next: Hint) {
      show(next);
      timer = setTimeout(show, SEEN_AFTER, undefined);
    },
    clear: () => show(undefined),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
export type Hints = ReturnType<typeof createHints>;

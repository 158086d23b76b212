import { type RefObject, useEffect } from "react";

/** Moves the focus to the first field that is wrong, with each answer that says so. */
export function useFocusOnError(form: RefObject<HTMLElement>, answer: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer is what it moves with
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, answer]);
}

import { type RefObject, useEffect } from "react";
import type { Wrong } from "./wrong.ts";

/** Moves the focus to the field that is wrong, with each answer that says so. */
export function useFocusOnWrong(
  form: RefObject<HTMLFormElement>,
  answer: { wrong?: Wrong<string> } | undefined,
): void {
  useEffect(() => {
    const field = answer?.wrong && form.current?.elements.namedItem(answer.wrong.field);
    if (field instanceof HTMLElement) field.focus();
  }, [form, answer]);
}

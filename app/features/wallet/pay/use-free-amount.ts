import { useCallback, useEffect, useRef, useState } from "react";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { readAmount } from "./amount.ts";

/** A tap on the button takes the focus from the field first: what that corrects must be seen before it is paid. */
const SAME_TAP_MS = 600;

export type FreeAmountField = ReturnType<typeof useFreeAmount>["field"];

const optionsOf = (input: HTMLInputElement) =>
  [...(input.form?.elements ?? [])].filter(
    (one): one is HTMLInputElement => one instanceof HTMLInputElement && one.name === "option",
  );

/** The tile for a free amount: chosen when it has the focus, corrected when it loses it. */
export function useFreeAmount() {
  const input = useRef<HTMLInputElement>(null);
  const correctedAt = useRef(Number.NEGATIVE_INFINITY);
  const [error, setError] = useState<string>();

  const correct = useCallback((field: HTMLInputElement) => {
    const { amount, message } = readAmount(field.value);
    if (amount !== undefined) field.value = String(amount);
    if (!message) return true;
    if (amount === undefined) return false;
    correctedAt.current = performance.now();
    showToast(message);
    return false;
  }, []);

  /** Chooses the free amount instead of an option. */
  const choose = useCallback((field: HTMLInputElement) => {
    for (const option of optionsOf(field)) option.checked = false;
  }, []);

  useEffect(() => {
    // what was written before the page was taken over by scripts
    if (input.current?.value) choose(input.current);
  }, [choose]);

  /** Whether the form may be sent; otherwise the visitor sees what has to be looked at. */
  function ready(form: HTMLFormElement): boolean {
    const field = input.current;
    if (!field || new FormData(form).has("option")) return true;
    const { amount, message } = readAmount(field.value);
    if (amount === undefined) {
      setError(message);
      field.focus();
      return false;
    }
    const untouched = performance.now() - correctedAt.current > SAME_TAP_MS;
    return correct(field) && untouched;
  }

  return {
    ready,
    field: {
      input,
      error,
      onFocus: () => {
        if (input.current) choose(input.current);
      },
      onBlur: () => {
        setError(undefined);
        if (input.current?.value) correct(input.current);
      },
      onOption: () => {
        setError(undefined);
        if (input.current) input.current.value = "";
      },
    },
  };
}

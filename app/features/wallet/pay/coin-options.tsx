import { useEffect, useRef, useState } from "react";
import type { PayOption } from "../../../../server/contract/index.ts";
import { texts } from "../../../texts/index.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { FieldError } from "../../../ui/form/form-field.tsx";
import { readAmount } from "./amount.ts";
import styles from "./coin-options.module.css";
import type { CoinChoice } from "./paying.server.ts";

interface CoinOptionsProps {
  options: PayOption[];
  chosen: CoinChoice | undefined; // defaults to the first option
  form: string;
  field: FreeAmountField;
}

export function CoinOptions({ options, chosen, form, field }: CoinOptionsProps) {
  const { input, error, onFocus, onBlur, onOption } = field;
  const first = chosen ?? { option: options[0]?.id };
  return (
    <div>
      <div className={styles.tiles} role="radiogroup" aria-label={texts.pay.options}>
        {options.map(({ id, specification, price }) => (
          <label key={id} className={styles.tile}>
            <b>{specification}</b>
            <span>¥{price}</span>
            <input
              type="radio"
              className="overlaid"
              name="option"
              value={id}
              form={form}
              aria-label={texts.pay.option(specification, price)}
              defaultChecked={"option" in first && id === first.option}
              onClick={onOption}
            />
          </label>
        ))}
        <label className={`${styles.tile} ${styles.free}`}>
          <span>¥</span>
          <input
            ref={input}
            name="amount"
            form={form}
            defaultValue={"amount" in first ? first.amount : undefined}
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            placeholder={texts.pay.amount}
            aria-label={texts.pay.amount}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "amount-error" : undefined}
            onFocus={onFocus}
            onBlur={onBlur}
          />
        </label>
      </div>
      {error && <FieldError id="amount-error" text={error} />}
    </div>
  );
}

export const CoinOptionsSkeleton = () => (
  <div className={styles.tiles} aria-hidden="true">
    {[0, 1, 2, 3, 4, 5].map((index) => (
      <div key={index} className={`${styles.tile} ${styles.skeleton}`} />
    ))}
  </div>
);

/** Tapping the button blurs the field, which may correct the amount: that tap must not pay, as nobody has seen the amount. */
const SAME_TAP_MS = 600;

type FreeAmountField = ReturnType<typeof useFreeAmount>["field"];

function uncheckOptions(field: HTMLInputElement | null) {
  for (const one of field?.form?.elements ?? [])
    if (one instanceof HTMLInputElement && one.name === "option") one.checked = false;
}

export function useFreeAmount() {
  const input = useRef<HTMLInputElement>(null);
  const correctedAt = useRef(Number.NEGATIVE_INFINITY);
  const [error, setError] = useState<string>();

  const correct = (field: HTMLInputElement) => {
    const { amount, message } = readAmount(field.value);
    if (amount !== undefined) field.value = String(amount);
    if (!message) return true;
    if (amount === undefined) return false;
    correctedAt.current = performance.now();
    showToast(message);
    return false;
  };

  useEffect(() => {
    if (input.current?.value) uncheckOptions(input.current);
  }, []);

  function checkBeforePaying(form: HTMLFormElement): boolean {
    const field = input.current;
    if (!field || new FormData(form).has("option")) return true;
    const { amount, message } = readAmount(field.value);
    if (amount === undefined) {
      setError(message);
      field.focus();
      return false;
    }
    const wasSeen = performance.now() - correctedAt.current > SAME_TAP_MS;
    return correct(field) && wasSeen;
  }

  return {
    checkBeforePaying,
    field: {
      input,
      error,
      onFocus: () => uncheckOptions(input.current),
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

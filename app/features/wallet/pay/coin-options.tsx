import type { PayOption } from "../../../../server/contract/index.ts";
import { texts } from "../../../texts/index.ts";
import { FieldError } from "../../../ui/form/form-field.tsx";
import styles from "./coin-options.module.css";
import type { FreeAmountField } from "./use-free-amount.ts";

interface CoinOptionsProps {
  options: PayOption[];
  /** The form that the choice belongs to. */
  form: string;
  field: FreeAmountField;
}

/** What can be bought; the last tile takes any amount, and what is written there goes before the options. */
export function CoinOptions({ options, form, field }: CoinOptionsProps) {
  const { input, error, onFocus, onBlur, onOption } = field;
  return (
    <div>
      <div className={styles.tiles} role="radiogroup" aria-label={texts.pay.options}>
        {options.map(({ id, specification, price }, index) => (
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
              defaultChecked={index === 0}
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
      <div key={index} className={`${styles.tile} ${styles.bone}`} />
    ))}
  </div>
);

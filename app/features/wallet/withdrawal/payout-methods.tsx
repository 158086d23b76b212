import { texts } from "../../../texts/index.ts";
import { RadioRow, RadioRows } from "../../../ui/form/radio-rows.tsx";
import { type PayoutMethod, payoutMethods } from "./withdrawal-rules.ts";

const words = texts.withdrawal;

const icons = { wx: "chat", zfb: "wallet" } as const;

/** Where the money goes. */
export const PayoutMethods = ({ chosen = payoutMethods[0] }: { chosen?: PayoutMethod }) => (
  <RadioRows label={words.method}>
    {payoutMethods.map((method) => (
      <RadioRow
        key={method}
        name="method"
        value={method}
        label={words.methods[method]}
        icon={icons[method]}
        defaultChecked={method === chosen}
      />
    ))}
  </RadioRows>
);

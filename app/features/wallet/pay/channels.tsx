import { texts } from "../../../texts/index.ts";
import { RadioRow, RadioRows } from "../../../ui/form/radio-rows.tsx";
import styles from "./channels.module.css";

interface ChannelsProps {
  names: readonly string[];
  /** The form that the choice belongs to. */
  form: string;
}

/** How one can pay; the first way is chosen until another one is. */
export function Channels({ names, form }: ChannelsProps) {
  if (names.length === 0)
    return <p className={`panel ${styles.none}`}>{texts.payment.noChannels}</p>;
  return (
    <RadioRows label={texts.payment.channels} untitled>
      {names.map((name, index) => (
        <RadioRow
          key={name}
          name="channel"
          value={index}
          form={form}
          label={name}
          icon={index === 0 ? "wallet" : "qr"}
          defaultChecked={index === 0}
        />
      ))}
    </RadioRows>
  );
}

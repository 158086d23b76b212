import { texts } from "../../texts.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./channels.module.css";

interface ChannelsProps {
  names: readonly string[];
  /** The form that the choice belongs to. */
  form: string;
}

/** How one can pay; the first way is chosen until another one is. */
export function Channels({ names, form }: ChannelsProps) {
  if (names.length === 0) return <p className={styles.none}>{texts.payment.noChannels}</p>;
  return (
    <div className={styles.channels} role="radiogroup" aria-label={texts.payment.channels}>
      {names.map((name, index) => (
        <label key={name} className={styles.channel}>
          <span className={styles.tile}>
            <Icon name={index === 0 ? "wallet" : "qr"} size={20} />
          </span>
          <span className={styles.name}>{name}</span>
          <input
            type="radio"
            name="channel"
            value={index}
            form={form}
            aria-label={name}
            defaultChecked={index === 0}
          />
          <span className={styles.dot}>
            <Icon name="check" size={14} />
          </span>
        </label>
      ))}
    </div>
  );
}

export const ChannelsSkeleton = () => (
  <div className={styles.channels} aria-hidden="true">
    {[0, 1, 2].map((index) => (
      <div key={index} className={styles.channel}>
        <span className={`${styles.tile} ${styles.bone}`} />
        <span className={`${styles.line} ${styles.bone}`} />
      </div>
    ))}
  </div>
);

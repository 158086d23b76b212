import { texts } from "../../../texts/index.ts";
import { ButtonLink } from "../../../ui/form/button.tsx";
import { Amount } from "../../../ui/layout/amount.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import styles from "./coins.module.css";

interface CoinsProps {
  coins?: number;
  waiting: boolean;
}

/** How many coins one has, and the way to more. */
export function Coins({ coins, waiting }: CoinsProps) {
  return (
    <div className={`panel ${styles.coins}`}>
      <span className={styles.disc}>
        <Icon name="coin" />
      </span>
      <div className={styles.text}>
        <p className={styles.label}>{texts.mine.coins}</p>
        {waiting ? (
          <span className={styles.bone} />
        ) : (
          <p className={styles.amount}>
            <Amount value={coins ?? "--"} /> {texts.mine.unit}
          </p>
        )}
      </div>
      <ButtonLink to="/pay" kind="tint" size="row">
        {texts.mine.recharge}
      </ButtonLink>
    </div>
  );
}

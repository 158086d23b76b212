import { formatNumber } from "../format.ts";
import styles from "./amount.module.css";

interface AmountProps {
  /** A number is written with commas, a text as it is. */
  value: number | string;
  size?: 16 | 24 | 36;
  /** Whether it is yuan. */
  price?: boolean;
}

/** An amount of money or coins. */
export const AmountLabel = ({ value, size = 24, price = false }: AmountProps) => (
  <b className={`${styles.figure} ${styles[`size${size}`]}`}>
    {price && <small>¥</small>}
    {typeof value === "number" ? formatNumber(value) : value}
  </b>
);

import { formatNumber } from "../format/format.ts";
import styles from "./amount.module.css";

interface AmountProps {
  value: number | string;
  size?: 16 | 24 | 36;
  price?: boolean;
}

export const AmountLabel = ({ value, size = 24, price = false }: AmountProps) => (
  <b className={`${styles.figure} ${styles[`size${size}`]}`}>
    {price && <small>¥</small>}
    {typeof value === "number" ? formatNumber(value) : value}
  </b>
);

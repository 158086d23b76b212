import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link } from "../../navigation/link.tsx";
import styles from "./button.module.css";
import { Icon } from "./icon.tsx";

type Kind = "brand" | "gold" | "soft" | "tint" | "glass" | "done" | "plain";

interface Look {
  kind?: Kind;
  size?: "full" | "dialog" | "row"; // 48, 44 and 32 pixels high (tap area 44)
}

export const buttonClass = ({ kind = "brand", size = "full" }: Look) =>
  `${styles.button} ${styles[kind]} ${styles[size]}`;

export function Button({
  kind,
  size,
  type = "button",
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button {...rest} type={type} className={buttonClass({ kind, size })} />;
}

interface ButtonLinkProps extends Look {
  to: string;
  children: ReactNode;
  rel?: string;
}

export function ButtonLink({ kind, size, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ kind, size })} />;
}

export const QuietLink = ({ to, label }: { to: string; label: string }) => (
  <Link to={to} className={styles.quiet}>
    {label}
    <Icon name="right" size={14} />
  </Link>
);

import type { ReactNode } from "react";
import styles from "./cover.module.css";
import { Picture } from "./picture.tsx";

/** How wide covers are shown, for the browser to choose a file. */
export const coverSizes = {
  wide: "(min-width: 600px) 448px, calc(100vw - 32px)",
  half: "(min-width: 600px) 218px, calc(50vw - 22px)",
  row: "148px",
  small: "124px",
};

interface CoverProps {
  src: string;
  size: keyof typeof coverSizes;
  eager?: boolean;
  /** What lies on the picture: badge, numbers. */
  children?: ReactNode;
}

/** A 16:9 picture whose place is kept from the beginning. Its name stands beside it, so it is decoration. */
export function Cover({ src, size, eager, children }: CoverProps) {
  return (
    <span className={`${styles.cover} ${styles[size]}`}>
      <Picture src={src} sizes={coverSizes[size]} eager={eager} />
      {children}
    </span>
  );
}

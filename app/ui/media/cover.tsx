import type { ReactNode } from "react";
import styles from "./cover.module.css";
import { type Eager, Picture } from "./picture.tsx";
import type { PictureSize } from "./picture-source.ts";

interface CoverProps {
  src: string;
  size: PictureSize;
  eager?: Eager;
  children?: ReactNode;
}

export function Cover({ src, size, eager, children }: CoverProps) {
  return (
    <span className={`${styles.cover} ${styles[size] ?? ""}`}>
      <Picture src={src} size={size} eager={eager} />
      {children}
    </span>
  );
}

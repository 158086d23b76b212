import type { ReactNode } from "react";
import { usePicture } from "../hooks/use-picture.ts";
import styles from "./picture.module.css";
import { Placeholder } from "./placeholder.tsx";

/** How wide pictures are shown, and the files worth having at that width, for the browser to choose from. */
const sizes = {
  wide: { shown: "(min-width: 600px) 448px, calc(100vw - 32px)", files: [540, 720, 1080] },
  half: { shown: "(min-width: 600px) 218px, calc(50vw - 22px)", files: [360, 540, 720] },
  row: { shown: "148px", files: [180, 360, 540] },
  small: { shown: "124px", files: [180, 360, 540] },
  avatar: { shown: "88px", files: [180, 360] },
  tile: { shown: "104px", files: [180, 360] },
};
export type PictureSize = keyof typeof sizes;

interface PictureProps {
  /** A path of this site, as cards and ads carry it; '' shows the placeholder. */
  src: string;
  size: PictureSize;
  alt?: string;
  /** For what the visitor sees first: loaded at once and before others. */
  eager?: boolean;
  /** What stands in for a picture that does not exist or cannot be loaded. */
  fallback?: ReactNode;
}

/** Fills the box that holds it, which keeps its place while the picture loads. */
export function Picture(props: PictureProps) {
  const fallback = props.fallback ?? <Placeholder alt={props.alt} />;
  return props.src ? <Image key={props.src} {...props} fallback={fallback} /> : fallback;
}

function Image({ src, size, alt = "", eager = false, fallback }: PictureProps) {
  const { image, state, attempt, near, addressed, shown, missed } = usePicture(eager);
  if (state === "failed") return fallback;
  const { shown: width, files } = sizes[size];
  // people's own pictures are kept neither by shared caches nor for offline reading
  const address = (file?: number) => `${src}?w=${file}${size === "avatar" ? "&private" : ""}`;
  const source = addressed && {
    src: address(files[1]),
    srcSet: files.map((file) => `${address(file)} ${file}w`).join(", "),
    sizes: width,
  };
  return (
    <>
      {state !== "shown" && <span className={styles.sweep} />}
      <img
        key={attempt}
        ref={image}
        className={`${styles.picture} ${state === "loading" ? styles.loading : ""}`}
        alt={alt}
        decoding="async"
        loading={near ? "eager" : "lazy"}
        // after `loading`, which must be known when the address is
        {...source}
        // in small letters, as React 18 knows no other way
        {...(eager && { fetchpriority: "high" })}
        onLoad={shown}
        onError={missed}
      />
    </>
  );
}

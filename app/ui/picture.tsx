import { type ReactNode, useEffect, useRef, useState } from "react";
import { followPicture } from "../hooks/follow-picture.ts";
import styles from "./picture.module.css";
import { type PictureSize, pictureSource } from "./picture-source.ts";
import { Placeholder } from "./placeholder.tsx";

/** Loaded at once, for what the visitor sees first; `first`: before everything else, for the largest of it. */
export type Eager = boolean | "first";

/** For an `<img>`, before its address, by which time it must be known. */
export const early = (eager: Eager) => ({
  loading: eager ? ("eager" as const) : ("lazy" as const),
  // in small letters, as React 18 knows no other way
  ...(eager === "first" && { fetchpriority: "high" }),
});

interface PictureProps {
  /** A path of this site, as cards and ads carry it; '' shows the placeholder. */
  src: string;
  size: PictureSize;
  alt?: string;
  eager?: Eager;
  /** What stands in for a picture that does not exist or cannot be loaded. */
  fallback?: ReactNode;
}

/** Fills the box that holds it, which keeps its place while the picture loads. */
export const Picture = (props: PictureProps) =>
  props.src ? <Image key={props.src} {...props} /> : standIn(props);

const standIn = ({ fallback, alt }: PictureProps) => fallback ?? <Placeholder alt={alt} />;

function Image(props: PictureProps) {
  const { src, size, alt = "", eager = false } = props;
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState(false);
  const source = pictureSource(src, size);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture is another component
  useEffect(() => {
    if (!image.current) return;
    // what is seen first is never hidden to be faded in
    const hidden = eager ? undefined : styles.loading;
    return followPicture(image.current, { source, hidden, onFailed: () => setFailed(true) });
  }, []);

  if (failed) return standIn(props);
  const addressed = eager || typeof document === "undefined";
  return (
    <>
      <span className={styles.sweep} />
      <img
        ref={image}
        className={styles.picture}
        alt={alt}
        decoding="async"
        {...early(eager)}
        {...(addressed && source)}
        // the server's pictures have an address, which stays
        suppressHydrationWarning
      />
    </>
  );
}

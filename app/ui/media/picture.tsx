import { type ReactNode, useEffect, useRef, useState } from "react";
import { drawingHref } from "./icon.tsx";
import { loadPicture } from "./load-picture.ts";
import styles from "./picture.module.css";
import { type PictureSize, pictureSource } from "./picture-source.ts";

/**
 * For what the visitor sees first. `first`: the largest of it, asked for before everything else; the others follow
 * when the page is laid out, so that it has the line for itself until then.
 */
export type Eager = boolean | "first";

/** For an `<img>`, before its address, by which time it must be known. */
export const early = (eager: Eager) => ({
  loading: eager === "first" ? ("eager" as const) : ("lazy" as const),
  // in small letters, as React 18 knows no other way
  ...(eager === "first" && { fetchpriority: "high" }),
});

interface PictureProps {
  /** A path of this site, as cards and ads carry it; '' shows the placeholder. */
  src: string;
  size: PictureSize;
  alt?: string;
  eager?: Eager;
  /** Not on the screen before the visitor or a script moves something: until then it takes nothing of the line. */
  unseen?: boolean;
  /** What stands in for a picture that does not exist or cannot be loaded. */
  fallback?: ReactNode;
}

/** Fills the box that holds it, which keeps its place and is seen while the picture loads. */
export const Picture = (props: PictureProps) =>
  props.src ? <Image key={props.src} {...props} /> : standIn(props);

const standIn = ({ fallback, alt }: PictureProps) => fallback ?? <Placeholder alt={alt} />;

function Image(props: PictureProps) {
  const { src, size, alt = "", eager = false, unseen = false } = props;
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState(false);
  const source = pictureSource(src, size);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture is another component
  useEffect(() => {
    if (!image.current) return;
    // what is seen first is never hidden to be faded in
    const hidden = eager ? undefined : styles.loading;
    return loadPicture(image.current, { source, hidden, onFailed: () => setFailed(true) });
  }, []);

  if (failed) return standIn(props);
  const addressed = eager || (typeof document === "undefined" && !unseen);
  return (
    <>
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
      {unseen && (
        <noscript>
          <img className={styles.picture} alt={alt} loading="lazy" {...source} />
        </noscript>
      )}
    </>
  );
}

/** Stands in for a picture that does not exist or cannot be loaded. */
function Placeholder({ alt }: { alt?: string }) {
  return (
    <>
      <svg className={styles.placeholder} aria-hidden="true">
        <use href={drawingHref("landscape")} />
      </svg>
      {alt && <span className="visually-hidden">{alt}</span>}
    </>
  );
}

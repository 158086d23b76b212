import { type ReactNode, useEffect, useRef, useState } from "react";
import { Drawing } from "../basics/icon.tsx";
import { useCommitEffect } from "../paint.ts";
import coverStyles from "./cover.module.css";
import { loadPicture, rememberIfVisible, wasVisibleWhenUnmounted } from "./load-picture.ts";
import styles from "./picture.module.css";
import { type PictureSize, usePictureSource } from "./picture-source.ts";

export type Eager = boolean | "first"; // `first`: before all others; `true`: as soon as the layout is known

/** Spread this before `src`, because `loading` must be set first. */
export const loadingPropsOf = (eager: Eager) => ({
  loading: eager === "first" ? ("eager" as const) : ("lazy" as const),
  // lower case, because React 18 does not know `fetchPriority`
  ...(eager === "first" && { fetchpriority: "high" }),
});

interface PictureProps {
  src: string;
  size: PictureSize;
  alt?: string;
  eager?: Eager;
  /** On phones not visible at first, so it loads when near, to save bandwidth. */
  startsOffscreen?: boolean;
  fallback?: ReactNode;
}

export const Picture = (props: PictureProps) =>
  props.src ? <Image key={props.src} {...props} /> : fallbackOf(props);

type CoverProps = Pick<PictureProps, "src" | "size" | "eager"> & { children?: ReactNode };

export function Cover({ src, size, eager, children }: CoverProps) {
  return (
    <span className={`${coverStyles.cover} ${coverStyles[size] ?? ""}`}>
      <Picture src={src} size={size} eager={eager} />
      {children}
    </span>
  );
}

const WIDE = "(min-width: 720px)";

const fallbackOf = ({ fallback, alt }: PictureProps) => fallback ?? <Placeholder alt={alt} />;

function Image(props: PictureProps) {
  const { src, size, alt = "", eager = false, startsOffscreen = false } = props;
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState(false);
  const source = usePictureSource(src, size);
  const [wasVisible] = useState(() => wasVisibleWhenUnmounted(source));

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture remounts the component
  useEffect(() => {
    if (!image.current) return;
    const hidden = eager || wasVisible ? undefined : styles.loading;
    return loadPicture(image.current, { source, hidden, onFailed: () => setFailed(true) });
  }, []);

  useCommitEffect(() => {
    const element = image.current;
    return () => {
      if (element) rememberIfVisible(element, source);
    };
  }, []);

  if (failed) return fallbackOf(props);
  const hasSource = eager || wasVisible || (import.meta.env.SSR && !startsOffscreen);
  const shown = (
    <img
      ref={image}
      className={styles.picture}
      alt={alt}
      decoding={wasVisible ? "sync" : "async"}
      {...loadingPropsOf(eager)}
      {...(hasSource && source)}
      // server-rendered pictures keep their `src`
      suppressHydrationWarning
    />
  );
  if (!startsOffscreen) return shown;
  return (
    <>
      <picture>
        <source media={WIDE} srcSet={source.srcSet} sizes={source.sizes} />
        {shown}
      </picture>
      <noscript>
        {import.meta.env.SSR && (
          <img className={styles.picture} alt={alt} loading="lazy" {...source} />
        )}
      </noscript>
    </>
  );
}

function Placeholder({ alt }: { alt?: string }) {
  return (
    <>
      <Drawing name="landscape" className={styles.placeholder} />
      {alt && <span className="visually-hidden">{alt}</span>}
    </>
  );
}

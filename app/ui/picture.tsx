import { usePicture } from "../hooks/use-picture.ts";
import styles from "./picture.module.css";
import { Placeholder } from "./placeholder.tsx";

const widths = [180, 360, 540, 720, 1080];

interface PictureProps {
  /** A path of this site, as cards and ads carry it; '' shows the placeholder. */
  src: string;
  /** How wide the picture is shown, as the `sizes` attribute says it. */
  sizes: string;
  alt?: string;
  /** For what the visitor sees first: loaded at once and before others. */
  eager?: boolean;
}

/** Fills the box that holds it, which keeps its place while the picture loads. */
export function Picture(props: PictureProps) {
  return props.src ? <Image key={props.src} {...props} /> : <Placeholder alt={props.alt} />;
}

function Image({ src, sizes, alt = "", eager = false }: PictureProps) {
  const { image, state, attempt, shown, missed } = usePicture();
  if (state === "failed") return <Placeholder alt={alt} />;
  return (
    <>
      {state !== "shown" && <span className={styles.sweep} />}
      <img
        key={attempt}
        ref={image}
        className={`${styles.picture} ${state === "loading" ? styles.loading : ""}`}
        src={`${src}?w=540`}
        srcSet={widths.map((width) => `${src}?w=${width} ${width}w`).join(", ")}
        sizes={sizes}
        alt={alt}
        decoding="async"
        loading={eager ? "eager" : "lazy"}
        // in small letters, as React 18 knows no other way
        {...(eager && { fetchpriority: "high" })}
        onLoad={shown}
        onError={missed}
      />
    </>
  );
}

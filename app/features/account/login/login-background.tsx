import { useEffect, useRef } from "react";
import styles from "./login.module.css";

const wantsLess = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches ||
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** A picture that begins to move, where that is welcome. */
export function LoginBackground() {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element || wantsLess()) return;
    element.src = "/login.mp4";
    // a browser that saves power leaves the picture as it is
    element.play().catch(() => undefined);
  }, []);
  return (
    <div className={styles.background} aria-hidden="true">
      <video
        ref={video}
        preload="none"
        muted
        loop
        playsInline
        disablePictureInPicture
        tabIndex={-1}
      />
    </div>
  );
}

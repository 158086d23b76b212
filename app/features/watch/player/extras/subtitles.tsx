import { useEffect, useRef } from "react";
import { useDeviceStorage } from "../../../../session/storage.ts";
import styles from "./player-extras.module.css";
import { shownSubtitles } from "./tracks.ts";

interface SubtitlesProps {
  video: HTMLVideoElement;
  track: number;
  framed: boolean; // whether the controls are visible
}

/** Ours: native subtitles lie below the controls, and cannot be styled in all browsers. */
export function Subtitles({ video, track, framed }: SubtitlesProps) {
  const layer = useRef<HTMLDivElement>(null);
  const { size, colour } = useDeviceStorage("tracks");

  // biome-ignore lint/correctness/useExhaustiveDependencies: another track has other cues
  useEffect(() => {
    const shown = shownSubtitles(video);
    const element = layer.current;
    if (!shown || !element) return;
    const lifetime = new AbortController();
    const showCues = () => {
      const cues = shown.mode === "hidden" ? [...(shown.activeCues ?? [])] : [];
      element.replaceChildren(
        ...cues.map((cue) => {
          const line = document.createElement("p");
          line.append((cue as VTTCue).getCueAsHTML());
          return line;
        }),
      );
    };
    // a letterboxed picture ends above the stage's lower edge
    const measure = () =>
      element.style.setProperty("--shape", String(video.videoWidth / video.videoHeight || 16 / 9));
    const on = { signal: lifetime.signal };
    element.lang = shown.language;
    shown.addEventListener("cuechange", showCues, on);
    video.textTracks.addEventListener("change", showCues, on);
    video.addEventListener("resize", measure, on);
    showCues();
    measure();
    return () => lifetime.abort();
  }, [video, track]);

  return (
    <div className={styles.picture} data-framed={framed}>
      <div ref={layer} className={styles.subtitles} data-size={size} data-colour={colour} />
    </div>
  );
}

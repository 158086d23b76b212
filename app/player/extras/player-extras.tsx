import { type ComponentType, type RefObject, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import {
  changePlayerStorage,
  playerStorage,
  usePlayerStorage,
} from "../../device/player-storage.ts";
import { texts } from "../../texts/index.ts";
import { Icon } from "../../ui/basics/icon.tsx";
import { useSignalEffect } from "../../ui/paint.ts";
import type { MenuItem, MenuProps } from "../controls/menus.tsx";
import { NextUp, NextVideo, type WatchedVideo } from "../controls/next-up.tsx";
import { PreviewChip, ResumedNotice, type Series, SkipOffer } from "../controls/offers.tsx";
import type { Episodes, InputTargets } from "../core/commands.ts";
import type { Player, PlayerState } from "../core/player.ts";
import { chosenVolume, connectToDevice } from "../core/presence.ts";
import {
  AUDIO_TRACKS_EVENT,
  audioTracksOf,
  nativeAudioTracks,
  noTracks,
  shownSubtitles,
  subtitlesOf,
  type Tracks,
  turnOnSound,
  turnOnSubtitles,
} from "../engines/tracks.ts";
import { bindInput } from "../gestures/bind-input.ts";
import { useCasting, usePictureInPicture } from "./casting.ts";
import styles from "./player-extras.module.css";

const words = texts.playerExtras;

interface PlayerExtrasProps extends Omit<InputTargets, "stage" | "changeEpisode"> {
  state: PlayerState;
  title: string;
  poster: string;
  stage: RefObject<HTMLElement>;
  series: Series | undefined;
  watched: WatchedVideo;
  resumedAt: number; // seconds; 0 for the start
  slot: HTMLElement | null; // in the top row of controls; null until it is rendered
  /** Passed in: an import would add another chunk to the page's first load. */
  Menu: ComponentType<MenuProps>;
  shown: boolean;
  onMenuOpen: (open: boolean) => void;
  episodes: Episodes;
}

/** Everything that the player needs only after its first frame. */
export function PlayerExtras(props: PlayerExtrasProps) {
  const { player, state, stage, hints, visibility, toggleFullscreen, resumedAt } = props;
  const { slot, Menu, shown, onMenuOpen, openSheet, series, title, poster } = props;
  const { video } = player;
  const { paused, ended, preview, previewEnded } = state;
  const episodes = useRef(props.episodes);
  episodes.current = props.episodes;
  const [changeEpisode] = useState(() => (by: number) => {
    const { list, current, choose } = episodes.current;
    const to = list[current + by];
    if (to) choose(to.key);
    return to !== undefined;
  });
  const [goOn] = useState(() => () => void changeEpisode(1));
  useSignalEffect(
    [stage, player, hints, visibility, toggleFullscreen, changeEpisode, openSheet],
    (signal) => {
      if (!stage.current) return;
      const targets = { stage: stage.current, player, hints, visibility, toggleFullscreen };
      bindInput({ ...targets, changeEpisode, openSheet }, signal);
    },
  );
  const { list, current } = props.episodes;
  const nextName = list[current + 1]?.name;
  const [hasPrevious, hasNext] = [current > 0, nextName !== undefined];
  useSignalEffect([player, title, poster, hasPrevious, hasNext, changeEpisode], (signal) => {
    const previous = hasPrevious && (() => changeEpisode(-1));
    const next = hasNext && (() => changeEpisode(1));
    connectToDevice(player, { title, poster, previous, next }, signal);
  });
  useSignalEffect([video], (signal) => keepPlayback(video, signal));
  // a loop that was chosen before the preview was known would play that again
  useEffect(() => void (preview && video.removeAttribute("loop")), [video, preview]);
  const { fill } = usePlayerStorage("playback");
  useEffect(() => void video.toggleAttribute("data-fill", fill), [video, fill]);
  const togglePictureInPicture = usePictureInPicture(video);
  const casting = useCasting(player);
  const { subtitles, sound } = useTracks(player, casting.state === "on");
  const off = { id: -1, name: words.off };
  const trackMenu = (title: string, { chosen, choose }: Tracks, choices: readonly MenuItem[]) => (
    <Menu
      {...{ title, choices, chosen }}
      label={title}
      onChoose={choose}
      onOpenChange={onMenuOpen}
    />
  );
  return (
    <>
      {slot &&
        createPortal(
          <>
            {/* first, as they come later than the others, which they would move */}
            {subtitles.list.length > 0 &&
              trackMenu(words.subtitles, subtitles, [off, ...subtitles.list])}
            {sound.list.length > 1 && trackMenu(words.sound, sound, sound.list)}
            {casting.available && (
              <button
                type="button"
                aria-label={words.cast}
                aria-pressed={casting.state !== "off"}
                onClick={casting.prompt}
              >
                <Icon name="cast" size={22} />
              </button>
            )}
            {togglePictureInPicture && (
              <button
                type="button"
                aria-label={words.pictureInPicture}
                onClick={togglePictureInPicture}
              >
                <Icon name="pip" size={22} />
              </button>
            )}
          </>,
          slot,
        )}
      {subtitles.chosen >= 0 && <Subtitles video={video} track={subtitles.chosen} framed={shown} />}
      {casting.state !== "off" && (
        <p role="status" className={styles.casting}>
          <Icon name="cast" size={18} />
          {casting.state === "on" ? words.casting : words.connecting}
        </p>
      )}
      {preview && !previewEnded && <PreviewChip player={player} end={preview.end} />}
      <ResumedNotice player={player} at={resumedAt} paused={paused} />
      {series && (
        <SkipOffer
          key={series.episode}
          {...series}
          {...{ player, state, hasNext, changeEpisode, hints }}
        />
      )}
      {ended &&
        !preview &&
        (nextName ? <NextUp name={nextName} go={goOn} /> : <NextVideo {...props.watched} />)}
    </>
  );
}

/** The next video plays with the same speed and volume (`restorePlayback`). */
function keepPlayback(video: HTMLVideoElement, signal: AbortSignal) {
  const store = () => {
    const { defaultPlaybackRate: speed, muted } = video;
    changePlayerStorage("playback", { speed, volume: chosenVolume(video), muted });
  };
  for (const event of ["ratechange", "volumechange"])
    video.addEventListener(event, store, { signal });
}

function useTracks(player: Player, isCasting: boolean) {
  const [tracks, setTracks] = useState({ subtitles: noTracks, sound: noTracks });
  useSignalEffect([player, isCasting], (signal) => {
    const { video } = player;
    const read = () => setTracks({ subtitles: subtitlesOf(video), sound: audioTracksOf(video) });
    const turnOn = () => {
      turnOnSubtitles(video, isCasting || player.playsElsewhere());
      read();
    };
    const on = (target: EventTarget | undefined, events: string, listener: () => void) => {
      for (const event of events.split(" ")) target?.addEventListener(event, listener, { signal });
    };
    on(video.textTracks, "addtrack removetrack change", turnOn);
    on(video, "enterpictureinpicture leavepictureinpicture", turnOn);
    on(video, "webkitpresentationmodechanged", turnOn);
    on(video, `emptied ${AUDIO_TRACKS_EVENT}`, read);
    const native = nativeAudioTracks(video);
    on(native, "addtrack removetrack change", read);
    on(video, "loadeddata", () => turnOnSound(video));
    signal.addEventListener("abort", playerStorage.subscribe(turnOn));
    turnOn();
  });
  return tracks;
}

interface SubtitlesProps {
  video: HTMLVideoElement;
  track: number;
  framed: boolean; // whether the controls are visible
}

/** Drawn by the page: native subtitles lie below the controls, and cannot be styled in all browsers. */
function Subtitles({ video, track, framed }: SubtitlesProps) {
  const layer = useRef<HTMLDivElement>(null);
  const { size, colour } = usePlayerStorage("tracks");

  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown track depends on `track`
  useSignalEffect([video, track], (signal) => {
    const shown = shownSubtitles(video);
    const element = layer.current;
    if (!shown || !element) return;
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
    element.lang = shown.language;
    shown.addEventListener("cuechange", showCues, { signal });
    video.textTracks.addEventListener("change", showCues, { signal });
    video.addEventListener("resize", measure, { signal });
    showCues();
    measure();
  });

  return (
    <div className={styles.picture} data-framed={framed}>
      <div ref={layer} className={styles.subtitles} data-size={size} data-colour={colour} />
    </div>
  );
}

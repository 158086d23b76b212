import { type FormEvent, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import {
  changePlayerStorage,
  type DanmakuSettings,
  MIN_DANMAKU_OPACITY,
  usePlayerStorage,
} from "../../device/player-storage.ts";
import { Link } from "../../navigation/link.tsx";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/basics/button.tsx";
import { Icon } from "../../ui/basics/icon.tsx";
import { copyText } from "../../ui/feedback/copy-text.ts";
import { CloseButton } from "../../ui/feedback/modal.tsx";
import { Sheet } from "../../ui/feedback/sheet.tsx";
import { formatSize } from "../../ui/format/format-size.ts";
import { useRenderEvery, useSignalEffect } from "../../ui/paint.ts";
import type { PlayerSheet } from "../core/commands.ts";
import type { Player } from "../core/player.ts";
import type { MeasuredVideo } from "../engines/hls-extras.ts";
import { keyRows } from "../gestures/bind-input.ts";
import keyStyles from "./key-list.module.css";
import {
  Choice,
  MarksSettings,
  PlaybackSettings,
  Slider,
  SubtitleSettings,
} from "./playback-settings.tsx";
import styles from "./player-sheets.module.css";

const words = texts.playerSettings;

const change = (changes: Partial<DanmakuSettings>) =>
  changePlayerStorage("danmakuSettings", changes);

interface PlayerSheetsProps {
  player: Player | undefined;
  series: { code: string } | undefined;
  source: { name: string } | undefined;
  sheet: PlayerSheet | undefined;
  openSheet: (sheet: PlayerSheet | undefined) => void;
}

export function PlayerSheets({ player, series, source, sheet, openSheet }: PlayerSheetsProps) {
  const close = () => openSheet(undefined);
  return (
    <>
      <Sheet title={texts.player.settings} open={sheet === "settings"} onClose={close}>
        <SettingsContents player={player} series={series} />
        <button type="button" className={styles.other} onClick={() => openSheet("statistics")}>
          {texts.statistics.title}
          <Icon name="right" size={14} />
        </button>
        <button type="button" className={styles.keys} onClick={() => openSheet("keys")}>
          {texts.playerKeys.title}
          <Icon name="right" size={14} />
        </button>
      </Sheet>
      <Sheet title={texts.playerKeys.title} open={sheet === "keys"} onClose={close}>
        <KeyList />
      </Sheet>
      {player && sheet === "statistics" && (
        <Statistics {...{ player, series, source, sheet, openSheet }} />
      )}
    </>
  );
}

function SettingsContents({ player, series }: Pick<PlayerSheetsProps, "player" | "series">) {
  const { density, size, area, opacity, blocked } = usePlayerStorage("danmakuSettings");
  return (
    <>
      {player && <PlaybackSettings player={player} />}
      {player && series && <MarksSettings player={player} code={series.code} />}
      <section className={styles.section}>
        <h3>{words.danmaku}</h3>
        <Choice
          words={words.density}
          chosen={density}
          onChoose={(density) => change({ density })}
        />
        <Choice words={words.size} chosen={size} onChoose={(size) => change({ size })} />
        <Choice words={words.area} chosen={area} onChoose={(area) => change({ area })} />
        <Slider
          label={words.opacity}
          text={words.percent(opacity)}
          range={{ min: MIN_DANMAKU_OPACITY, max: 100, step: 5 }}
          value={opacity}
          onSlide={(opacity) => change({ opacity })}
        />
        <BlockedWords blocked={blocked} />
      </section>
      <SubtitleSettings />
      <section className={styles.section}>
        <h3>{words.data}</h3>
        <p className={styles.row}>
          {player && <UsedData player={player} />}
          <Link to="/centersetting" className={styles.link}>
            {words.dataUse}
            <Icon name="right" size={14} />
          </Link>
        </p>
      </section>
    </>
  );
}

function BlockedWords({ blocked }: { blocked: readonly string[] }) {
  const [word, setWord] = useState("");
  const add = (event: FormEvent) => {
    event.preventDefault();
    change({ blocked: [word, ...blocked] });
    setWord("");
  };
  return (
    <>
      <form className={styles.add} onSubmit={add}>
        <input
          value={word}
          maxLength={20}
          enterKeyHint="done"
          aria-label={words.blocked}
          placeholder={words.blockedHint}
          onChange={({ target }) => setWord(target.value)}
        />
        <Button type="submit" kind="soft" size="dialog">
          {words.add}
        </Button>
      </form>
      {blocked.length > 0 && (
        <ul className={styles.blocked} aria-label={words.blocked}>
          {blocked.map((one) => (
            <li key={one}>
              <button
                type="button"
                aria-label={words.unblock(one)}
                onClick={() => change({ blocked: blocked.filter((other) => other !== one) })}
              >
                {one}
                <Icon name="x" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function UsedData({ player }: { player: Player }) {
  const bytes = useSyncExternalStore(player.subscribe, player.loadedBytes);
  return bytes > 0 && <span>{words.used(formatSize(bytes))}</span>;
}

const arrows = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };
const keyNames: Record<string, string> = { ...arrows, " ": texts.playerKeys.space, Escape: "Esc" };

/** Without the keys of remote controls only. */
function namesOf(keys: readonly string[]): readonly string[] {
  const found = keys.flatMap((key) => keyNames[key] ?? (key.length === 1 ? key.toUpperCase() : []));
  return found.length > 4 ? [`${found[0]} – ${found.at(-1)}`] : found;
}

const KeyList = () => (
  <>
    <dl className={keyStyles.keys}>
      {keyRows.map(({ command, keys }) => (
        <div key={command}>
          <dt>
            {namesOf(keys).map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dt>
          <dd>{texts.playerKeys.commands[command]}</dd>
        </div>
      ))}
    </dl>
    <p className={keyStyles.hint}>{texts.playerKeys.remote}</p>
  </>
);

/** Names no video and no address: what is copied may be shown to anybody. */
function Statistics({ player, source, openSheet }: PlayerSheetsProps & { player: Player }) {
  useRenderEvery(1_000);
  useSignalEffect([openSheet], (signal) => {
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && !document.querySelector("dialog:modal")) openSheet(undefined);
    };
    document.addEventListener("keydown", closeOnEscape, { signal });
  });
  const stage = player.video.closest<HTMLElement>("[data-live]");
  if (!stage || player.state().failure) return null;
  const close = () => {
    openSheet(undefined);
    stage.focus({ preventScroll: true });
  };
  const values = valuesOf(player, source?.name);
  const rows = texts.statistics.names.map((name, at) => [name, values[at] || "—"] as const);
  return createPortal(
    <section className={styles.statistics} aria-label={texts.statistics.title}>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CloseButton onClose={close} />
      <button type="button" onClick={() => copyText(rows.map((row) => row.join("：")).join("\n"))}>
        {texts.statistics.copy}
      </button>
    </section>,
    stage,
  );
}

const inMegabits = (bits = 0) => bits > 0 && `${(bits / 1_000_000).toFixed(2)} Mbps`;

/** In the order of their names; what is unknown is falsy. */
function valuesOf({ video, state, bufferedUntil }: Player, source: string | undefined) {
  const { videoWidth, videoHeight, currentTime, currentSrc, measured }: MeasuredVideo = video;
  const { hls, tracks = {} } = measured ?? {};
  const { droppedVideoFrames, totalVideoFrames = 0 } = video.getVideoPlaybackQuality?.() ?? {};
  const level = hls?.currentLevel ?? -1;
  const playing = hls?.levels[level]?.details?.fragments.find(({ end }) => currentTime < end);
  const isMeasured = hls && hls.bandwidthEstimate !== hls.abrEwmaDefaultEstimate;
  return [
    videoWidth && `${state().qualities?.[level]?.name ?? ""} ${videoWidth}×${videoHeight}`.trim(),
    source,
    inMegabits(playing?.bitrate ?? 0),
    isMeasured && inMegabits(hls.bandwidthEstimate),
    `${Math.max(0, bufferedUntil() - currentTime).toFixed(1)} s`,
    totalVideoFrames > 0 && `${droppedVideoFrames} / ${totalVideoFrames}`,
    currentSrc && words.engine[currentSrc.startsWith("blob:") ? "script" : "system"],
    [tracks.audiovideo?.codec, tracks.video?.codec, tracks.audio?.codec].filter(Boolean).join(" "),
  ];
}

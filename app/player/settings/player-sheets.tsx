import { type FormEvent, useState, useSyncExternalStore } from "react";
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
import { Sheet } from "../../ui/feedback/sheet.tsx";
import { formatSize } from "../../ui/format/format-size.ts";
import type { Player } from "../core/player.ts";
import { keyRows } from "../gestures/bind-input.ts";
import keyStyles from "./key-list.module.css";
import { Choice, MarksSettings, PlaybackSettings, Slider } from "./playback-settings.tsx";
import styles from "./player-sheets.module.css";

const words = texts.playerSettings;

const change = (changes: Partial<DanmakuSettings>) =>
  changePlayerStorage("danmakuSettings", changes);

export type PlayerSheet = "settings" | "keys";

interface PlayerSheetsProps {
  player: Player | undefined;
  series: string | undefined; // its code
  sheet: PlayerSheet | undefined;
  openSheet: (sheet: PlayerSheet | undefined) => void;
}

export function PlayerSheets({ player, series, sheet, openSheet }: PlayerSheetsProps) {
  const close = () => openSheet(undefined);
  return (
    <>
      <Sheet title={texts.player.settings} open={sheet === "settings"} onClose={close}>
        <SettingsContents player={player} series={series} />
        <button type="button" className={styles.keys} onClick={() => openSheet("keys")}>
          {texts.playerKeys.title}
          <Icon name="right" size={14} />
        </button>
      </Sheet>
      <Sheet title={texts.playerKeys.title} open={sheet === "keys"} onClose={close}>
        <KeyList />
      </Sheet>
    </>
  );
}

function SettingsContents({ player, series }: Pick<PlayerSheetsProps, "player" | "series">) {
  const { density, size, area, opacity, blocked } = usePlayerStorage("danmakuSettings");
  return (
    <>
      {player && <PlaybackSettings player={player} />}
      {player && series && <MarksSettings player={player} code={series} />}
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

function SubtitleSettings() {
  const { size, colour } = usePlayerStorage("tracks");
  return (
    <section className={styles.section}>
      <h3>{words.subtitles}</h3>
      <Choice
        words={words.subtitleSize}
        chosen={size}
        onChoose={(chosen) => changePlayerStorage("tracks", { size: chosen })}
      />
      <Choice
        words={words.subtitleColour}
        chosen={colour}
        onChoose={(chosen) => changePlayerStorage("tracks", { colour: chosen })}
      />
    </section>
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

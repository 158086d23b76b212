import {
  type MutableRefObject,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { Danmu } from "../../server/contract/video.ts";
import { beginningAddress } from "../addresses.ts";
import { deviceStorage, useDeviceStorage } from "../device/storage.ts";
import { InlineNonce, useAgeGatePassed } from "../session/site.ts";
import { texts } from "../texts/index.ts";
import { useCommitEffect } from "../ui/paint.ts";
import { closeWithToast, useOnDemand } from "../ui/use-on-demand.ts";
import { Controls } from "./controls/controls.tsx";
import { Menu } from "./controls/menus.tsx";
import type { WatchedVideo } from "./controls/next-up.tsx";
import type { Series } from "./controls/offers.tsx";
import { useFullscreen } from "./controls/use-fullscreen.ts";
import type { Episodes, PlayerSheet } from "./core/commands.ts";
import { createHints, type Hints, HintView } from "./core/hints.tsx";
import type { Player, PlayerState } from "./core/player.ts";
import type { MiniWindow } from "./core/use-player.ts";
import { useControlsVisibility } from "./core/visibility.ts";
import beginScript from "./engines/begin-script.ts?script";
import type { PlayerStream } from "./engines/engine.ts";
import { FailureNotice } from "./failure-notice.tsx";
import styles from "./player-stage.module.css";
import { useMediaQuery } from "./use-media-query.ts";

const importExtras = async () => (await import("./extras/player-extras.tsx")).PlayerExtras;

const importSheets = async () => (await import("./settings/player-sheets.tsx")).PlayerSheets;

const importDanmaku = async () => (await import("./danmaku/danmaku-layer.tsx")).DanmakuLayer;

function useDanmakuSwitch(hints: Hints) {
  const reducedMotion = useMediaQuery("(prefers-reduced-motion: reduce)");
  const on = useDeviceStorage("danmuOn") ?? !reducedMotion;
  const toggle = () => {
    deviceStorage.update("danmuOn", () => !on);
    hints.flash({ kind: "note", text: on ? texts.player.danmakuOff : texts.player.danmakuOn });
  };
  return { on, toggle };
}

function BeginningScript({ stream }: { stream: PlayerStream }) {
  const nonce = useContext(InlineNonce);
  const mayStart = useAgeGatePassed();
  // inlined by the server only, which keeps it out of the browser's bundle
  const script = import.meta.env.SSR && nonce && mayStart ? beginScript : "";
  const [code] = stream.key.split("/");
  return (
    <script
      nonce={nonce}
      data-code={code}
      data-beginning={beginningAddress(stream.src, 0)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script
      dangerouslySetInnerHTML={{ __html: script }}
    />
  );
}

interface PictureProps {
  element: MutableRefObject<HTMLVideoElement | null>;
  adopted: HTMLVideoElement | undefined; // an element that already plays, or that a tap started
  stream: PlayerStream;
  poster: string;
  title: string;
  mini: () => MiniWindow | undefined;
}

function Picture({ element, adopted, stream, poster, title, mini }: PictureProps) {
  const hydrated = useHydrated();
  const place = useRef<HTMLSpanElement>(null);
  useCommitEffect(() => {
    if (!adopted || !place.current) return;
    if (adopted.isConnected) {
      mini()?.moveVideo(adopted, place.current);
    } else {
      adopted.removeAttribute("class");
      place.current.append(adopted);
      // in the page's first frame; if refused, the player tries again
      adopted.play().catch(() => undefined);
    }
    element.current = adopted;
  }, [adopted, element, mini]);
  useEffect(() => {
    if (adopted) Object.assign(adopted, { poster, ariaLabel: title });
  }, [adopted, poster, title]);

  if (adopted) return <span ref={place} className={styles.place} />;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the upstream has no captions */}
      <video
        ref={element}
        playsInline
        preload="none"
        poster={poster}
        aria-label={title}
        controls={!hydrated}
        src={hydrated ? undefined : stream.src}
      />
      {!hydrated && stream.kind === "hls" && <BeginningScript stream={stream} />}
    </>
  );
}

interface PlayerStageProps extends PictureProps {
  player: Player | undefined;
  state: PlayerState;
  source: { name: string } | undefined;
  episodes: Episodes;
  series: Series | undefined; // not of a preview
  watched: WatchedVideo & { danmaku: readonly Danmu[] };
  resumedAt: number;
}

export function PlayerStage(props: PlayerStageProps) {
  const { element: video, player, state, stream, watched } = props;
  const { danmaku } = watched;
  const stage: RefObject<HTMLDivElement> = useRef(null);
  const hydrated = useHydrated();
  const [hints] = useState(createHints);
  const [menuOpen, onMenuOpen] = useState(false);
  const [sheet, openSheet] = useState<PlayerSheet>();
  const closeSheet = closeWithToast(() => openSheet(undefined));
  const PlayerSheets = useOnDemand(importSheets, sheet !== undefined, closeSheet);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const { paused, waiting, failure, preview, previewEnded } = state;
  const seeking = useSyncExternalStore(
    hints.subscribe,
    () => hints.read()?.kind === "seek",
    () => false,
  );
  const { shown, visibility } = useControlsVisibility(stage, {
    pinned: (paused && !previewEnded && !sheet) || menuOpen || seeking || failure !== undefined,
    previewEnded,
  });
  const fullscreen = useFullscreen(stage, video);
  const danmakuSwitch = useDanmakuSwitch(hints);
  const showsDanmaku = danmakuSwitch.on && danmaku.length > 0;
  const DanmakuLayer = useOnDemand(importDanmaku, showsDanmaku && !paused);
  const PlayerExtras = useOnDemand(importExtras, player !== undefined);
  const { active, inWindow, toggle: toggleFullscreen, leave: leaveFullscreen } = fullscreen;
  useEffect(() => {
    if (previewEnded) leaveFullscreen();
  }, [previewEnded, leaveFullscreen]);

  return (
    <>
      <div
        ref={stage}
        className={styles.stage}
        tabIndex={-1}
        data-live={hydrated}
        data-input={PlayerExtras !== undefined}
        data-idle={!shown}
        data-locked={fullscreen.locked}
        data-full={active ? (inWindow ? "window" : "screen") : undefined}
      >
        <Picture {...props} />
        {player && DanmakuLayer && showsDanmaku && (
          <DanmakuLayer video={player.video} items={danmaku} framed={shown} />
        )}
        {player && failure ? (
          <FailureNotice
            player={player}
            cause={preview && stream.kind === "file" ? "noPreview" : failure}
          />
        ) : (
          <Controls
            {...props}
            {...{ hints, shown, seeking, fullscreen, onMenuOpen }}
            slot={setSlot}
            onSettings={() => openSheet("settings")}
            danmaku={danmakuSwitch}
          />
        )}
        {player && PlayerExtras && (
          <PlayerExtras
            {...props}
            {...{ player, stage, hints, visibility, toggleFullscreen, slot, Menu, shown }}
            {...{ onMenuOpen, openSheet }}
          />
        )}
        <HintView hints={hints} />
        {waiting && !failure && <span className={styles.waiting} />}
      </div>
      {PlayerSheets && <PlayerSheets {...props} {...{ sheet, openSheet }} />}
    </>
  );
}

import { useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { watchState } from "../../../device/playback.ts";
import { deviceStorage } from "../../../device/storage.ts";
import type { WatchProgress } from "../../../device/storage-schema.ts";
import { purchasePosition } from "../../../purchase/purchase.ts";
import { texts } from "../../../texts/index.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { miniPlayer } from "../../mini/on-demand.tsx";
import type { Source } from "../watch.server.ts";

interface Choice {
  code: string;
  key: string;
  startAt: number;
  resumed: boolean;
  goesOn: boolean; // to an episode's beginning, not back to it or to a place in it
}

const fromStart = (code: string, key: string, startAt = 0): Choice => ({
  code,
  key,
  startAt,
  resumed: false,
  goesOn: startAt === 0,
});

export function useSource(code: string, sources: readonly Source[], requested: RequestedPlace) {
  const isHydrated = useHydrated();
  const resume = () => {
    if (requested.key) return storedAfter(requested, code, sources);
    const paid = purchasePosition(code);
    return paid ? fromStart(code, paid.key, paid.seconds) : resumeChoice(code, sources);
  };
  const first = fromStart(code, requested.key, requested.seconds);
  const [kept] = useState(() => miniPlayer()?.keptOf(code, requested.key));
  const [choice, choose] = useState(() =>
    kept ? fromStart(code, kept.key, kept.player.time()) : (isHydrated && resume()) || first,
  );
  const deadSources = useRef(new Set<Source>());

  // the player is reused for the next video
  if (choice.code !== code) choose(resume() ?? first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after hydration, as only the device has the history
  useEffect(() => choose((chosen) => (kept || isHydrated ? chosen : (resume() ?? chosen))), []);

  const chosen = sources.find(({ episodes }) => episodes.some(({ key }) => key === choice.key));
  const source = chosen ?? sources[0];
  const found = source?.episodes.findIndex(({ key }) => key === choice.key) ?? -1;
  const index = Math.max(0, found);

  const alternative = () =>
    sources.find(
      (other) => other !== source && !deadSources.current.has(other) && other.episodes[index],
    );

  const episode = source?.episodes[index];
  const isSeries = source !== undefined && source.episodes.length > 1;

  return {
    source,
    episode,
    index,
    startAt: choice.startAt,
    resumed: choice.resumed,
    series: isSeries && episode ? { code, episode: episode.key, goesOn: choice.goesOn } : undefined,
    /** Whether the address names a second: playback starts there or later, even after the preview's end. */
    isRequested: requested.seconds > 0,
    choose(key: string) {
      const isAfter = sources.some(({ episodes }) =>
        episodes.slice(index + 1).some((one) => one.key === key),
      );
      choose({ ...fromStart(code, key), goesOn: isAfter });
    },
    failover: {
      hasAlternative: () => alternative() !== undefined,
      switchSource(startAt: number) {
        if (source) deadSources.current.add(source);
        const other = alternative();
        const key = other?.episodes[index]?.key;
        if (!other || !key) {
          deadSources.current.clear();
          return false;
        }
        showToast(texts.player.switchedSource(other.name));
        choose({ ...fromStart(code, key, startAt), goesOn: choice.goesOn && startAt === 0 });
        return true;
      },
    },
  };
}

export type SourceSelection = ReturnType<typeof useSource>;

function resumeChoice(code: string, sources: readonly Source[]): Choice | undefined {
  const position = resumePosition(deviceStorage.read("videoHistory"), code);
  const source = sources.find(({ episodes }) => position && position.episode < episodes.length);
  if (!position || !source) return undefined;
  const next = position.finished ? source.episodes[position.episode + 1] : undefined;
  const { key } = next ?? source.episodes[position.episode] ?? {};
  const { seconds: startAt, finished: goesOn } = position;
  return key ? { code, key, startAt, resumed: startAt > 0, goesOn } : undefined;
}

interface RequestedPlace {
  key: string;
  seconds: number;
}

/** The stored position if it is past the requested one: the viewer watched on, then reloaded the page. */
function storedAfter(
  { key, seconds }: RequestedPlace,
  code: string,
  sources: readonly Source[],
): Choice | undefined {
  const position = resumePosition(deviceStorage.read("videoHistory"), code);
  const reached = sources.some(({ episodes }) => episodes[position?.episode ?? -1]?.key === key);
  if (!position || !reached || seconds === 0 || position.seconds <= seconds) return undefined;
  return { ...fromStart(code, key, position.seconds), resumed: true };
}

export function resumePosition(history: readonly WatchProgress[], code: string) {
  const watched = history.find((one) => one.code === code);
  if (!watched) return undefined;
  const state = watchState(watched);
  return {
    episode: watched.episode,
    seconds: state === "in progress" ? watched.seconds : 0,
    finished: state === "finished",
  };
}

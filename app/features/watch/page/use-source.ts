import { useEffect, useMemo, useRef, useState } from "react";
import { device } from "../../../session/storage.ts";
import { texts } from "../../../texts/index.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { placeOf } from "./resume.ts";
import type { Source } from "./watch.server.ts";

interface Choice {
  /** Of the video that it was made for. */
  code: string;
  key: string;
  /** In seconds: where the episode begins. */
  at: number;
  /** Whether it goes on where the viewer left it. */
  resumed: boolean;
}

const fromStart = (code: string, key: string): Choice => ({ code, key, at: 0, resumed: false });

/**
 * What is played of a video: where the viewer left it, what they choose, or the next channel when one is dead.
 *
 * @param asked the key of an episode that the page was opened for; '' for none
 */
export function useChannels(code: string, sources: readonly Source[], asked: string) {
  const goOn = () => (asked ? undefined : whereLeft(code, sources));
  const [choice, choose] = useState(fromStart(code, asked));
  const dead = useRef(new Set<Source>());

  // the next video takes the place of this one, on the same player
  if (choice.code !== code) choose(goOn() ?? fromStart(code, asked));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the device knows, which the server's page is not
  useEffect(() => choose((first) => goOn() ?? first), []);

  const current = sources.find(({ episodes }) => episodes.some(({ key }) => key === choice.key));
  const source = current ?? sources[0];
  const chosen = source?.episodes.findIndex(({ key }) => key === choice.key) ?? -1;
  const place = Math.max(0, chosen);

  const alternative = () =>
    sources.find((other) => other !== source && !dead.current.has(other) && other.episodes[place]);

  const following = source?.episodes[place + 1];
  const [key, name] = [following?.key, following?.name];
  const next = useMemo(
    () => (key && name ? { name, play: () => choose(fromStart(code, key)) } : undefined),
    [code, key, name],
  );

  return {
    episode: source?.episodes[place],
    /** The episode's place in its channel, from 0. */
    place,
    /** The episode that comes after it in its channel. */
    next,
    at: choice.at,
    resumed: choice.resumed,
    choose: (key: string) => choose(fromStart(code, key)),
    elsewhere: {
      hasAlternative: () => alternative() !== undefined,
      /** Goes on at the same second on the next channel; false when all of them are dead. */
      moveOn(at: number) {
        if (source) dead.current.add(source);
        const next = alternative();
        const key = next?.episodes[place]?.key;
        if (!next || !key) {
          // another try may begin with any of them
          dead.current.clear();
          return false;
        }
        showToast(texts.player.movedOn(next.channel));
        choose({ code, key, at, resumed: false });
        return true;
      },
    },
  };
}

/** Where this device left a video: an episode of the first channel that has it, or the next one after one that was seen. */
function whereLeft(code: string, sources: readonly Source[]): Choice | undefined {
  const place = placeOf(device.read("videoHistory"), code);
  const left = sources.find(({ episodes }) => place && place.episode < episodes.length);
  if (!place || !left) return undefined;
  const next = place.seen ? left.episodes[place.episode + 1] : undefined;
  const { key } = next ?? left.episodes[place.episode] ?? {};
  return key ? { code, key, at: place.seconds, resumed: place.seconds > 0 } : undefined;
}

export type Channels = ReturnType<typeof useChannels>;

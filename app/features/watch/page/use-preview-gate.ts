import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Player } from "../../../player/core/player.ts";
import { isInState, usePurchaseState } from "../../../purchase/purchase.ts";
import type { AccessAnswer } from "../../../resources/access.route.ts";
import { useMember, useMemberLoaded } from "../../../session/member.ts";
import { parseClock } from "../../../ui/format/format.ts";
import { useTimer } from "../../../ui/paint.ts";
import type { Episode, WatchPageVideo } from "../watch.server.ts";

const RETRY_AFTER_MS = 3_000;

export const accessAddress = (code: string, episode: string | undefined) =>
  `/access?video=${code}&episode=${episode}`;

export function usePaidFor(code: string, episode: string | undefined): boolean | undefined {
  const access = useFetcher<AccessAnswer>({ key: accessAddress(code, episode) }).data;
  const member = useMember();
  const memberLoaded = useMemberLoaded();
  if (member?.mayWatchInFull) return true;
  if (episode === undefined || access?.open) return memberLoaded ? false : undefined;
  return access ? access.preview === null : undefined;
}

/** @returns the preview's seconds; null for the whole episode, undefined while unknown */
export function usePreviewGate(
  player: Player | undefined,
  isCut: boolean,
  video: WatchPageVideo,
  episode: Episode,
) {
  const isFirst = video.sources.some(({ episodes }) => episodes[0]?.key === episode.key);
  const fullDuration = isFirst ? parseClock(video.duration) : 0;
  const address = accessAddress(video.code, episode.id);
  const isBought = isInState("bought", usePurchaseState(), {
    video: video.code,
    episode: episode.id,
  });
  return useEpisodeAccess(player, isCut, address, fullDuration, isBought);
}

export function useEpisodeAccess(
  player: Player | undefined,
  isCut: boolean,
  address: string,
  fullDuration: number,
  isBought = false,
) {
  const { load, data, state } = useFetcher<AccessAnswer>({ key: address });
  const preview = data?.preview;
  useEffect(() => load(address), [load, address]);

  // loaded here because the router drops its revalidation if another action (a like) completes meanwhile
  const isPaid = useMember()?.mayWatchInFull === true || isBought;
  const isOutdated = isPaid && typeof preview === "number";
  useEffect(() => {
    if (isOutdated) load(address);
  }, [isOutdated, load, address]);

  const unknown = state === "idle" && data !== undefined && preview === undefined;
  useTimer(unknown && RETRY_AFTER_MS, () => load(address), address);

  const reloaded = useRef("");
  const previous = useRef({ address, preview });
  useEffect(() => {
    if (!player || preview === undefined) return;
    const last = previous.current;
    previous.current = { address, preview };
    const opened = last.address === address && last.preview != null && preview === null;
    if (opened) {
      reloaded.current = address;
      player.reload();
    }
    player.setPreview(preview === null ? undefined : { end: preview, fullDuration });
  }, [player, address, preview, fullDuration]);

  // the preview loaded before the member was known: reloads only once, even if the stream stays cut
  useEffect(() => {
    if (preview !== null || !isCut || reloaded.current === address) return;
    reloaded.current = address;
    player?.reload();
  }, [player, address, preview, isCut]);

  return preview;
}

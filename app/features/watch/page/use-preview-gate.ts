import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { ActionResult } from "../../../../server/domain/actions.ts";
import { videoAddress } from "../../../navigation/addresses.ts";
import { watchIntents } from "../../../navigation/video-intents.tsx";
import type { AccessAnswer } from "../../../resources/access.route.ts";
import { useMember, useMemberLoaded } from "../../../session/member.ts";
import { tabStorage, useTabStorage } from "../../../session/storage.ts";
import { texts } from "../../../texts/index.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { useOneSubmit } from "../../../ui/form/use-one-submit.ts";
import { parseClock } from "../../../ui/format.ts";
import type { Player } from "../player/core/player.ts";
import type { Episode, WatchPageVideo } from "./watch.server.ts";

const RETRY_AFTER_MS = 3_000;

export const accessAddress = (code: string, episode: number | undefined) =>
  `/access?video=${code}&episode=${episode}`;

/**
 * Whether the viewer has paid for the episode or a membership, and so sees no ads; undefined until that is known.
 *
 * @param episode undefined where there is none to play
 */
export function usePaidFor(code: string, episode: number | undefined): boolean | undefined {
  const access = useFetcher<AccessAnswer>({ key: accessAddress(code, episode) }).data;
  const member = useMember();
  const memberLoaded = useMemberLoaded();
  if (member?.playsInFull) return true;
  if (episode === undefined || access?.open) return memberLoaded ? false : undefined;
  return access ? access.preview === null : undefined;
}

/**
 * @param isCut whether the loaded stream is a preview
 * @param place the address at which the video is continued
 */
export function usePreviewGate(
  player: Player | undefined,
  isCut: boolean,
  video: WatchPageVideo,
  episode: Episode,
  place: string,
) {
  const isFirst = video.sources.some(({ episodes }) => episodes[0]?.key === episode.key);
  const fullDuration = isFirst ? parseClock(video.duration) : 0;
  const access = useEpisodeAccess(
    player,
    isCut,
    accessAddress(video.code, episode.id),
    fullDuration,
  );
  return usePurchase(video.code, episode.id, place, access);
}

/**
 * Holds the player where the viewer's preview ends.
 *
 * @param isCut whether the loaded stream is a preview
 * @param fullDuration in seconds; 0 if unknown
 */
export function useEpisodeAccess(
  player: Player | undefined,
  isCut: boolean,
  address: string,
  fullDuration: number,
): LoadedAccess {
  const { load, data, state } = useFetcher<AccessAnswer>({ key: address });
  const preview = data?.preview;
  useEffect(() => load(address), [load, address]);

  const hasBecomeMember = useMember()?.playsInFull === true && typeof preview === "number";
  useEffect(() => {
    if (hasBecomeMember) load(address);
  }, [hasBecomeMember, load, address]);

  const unknown = state === "idle" && data !== undefined && preview === undefined;
  useEffect(() => {
    if (!unknown) return;
    const timer = setTimeout(() => load(address), RETRY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [unknown, load, address]);

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

  // a preview that was loaded before it was known who is visiting; once, should the two answers go on to differ
  useEffect(() => {
    if (preview !== null || !isCut || reloaded.current === address) return;
    reloaded.current = address;
    player?.reload();
  }, [player, address, preview, isCut]);

  return { preview, loading: state !== "idle", reload: () => load(address) };
}

interface LoadedAccess {
  preview: number | null | undefined;
  loading: boolean;
  reload: () => void;
}

function usePurchase(video: string, episode: number, place: string, access: LoadedAccess) {
  const { preview } = access;
  const { submit, data, state } = useFetcher<ActionResult>({ key: "purchase" });
  const wanted = useTabStorage("wantedEpisode");
  const memberLoaded = useMemberLoaded();
  const paying = useTabStorage("openPayment") !== null;
  const paid = wanted?.paid === true && wanted.video === video && wanted.episode === episode;
  const busy = state !== "idle";
  const { begin } = useOneSubmit(state, data);
  const handled = useRef(data);

  const [completing, complete] = useState(false);
  const send = () =>
    submit(
      { intent: watchIntents.buy, episode: String(episode), back: place },
      { method: "post", action: videoAddress(video) },
    );
  const latest = useRef({ completing, send, reload: access.reload });
  latest.current = { completing, send, reload: access.reload };

  useEffect(() => {
    if (!paid || preview === undefined || latest.current.completing) return;
    if (preview === null) return tabStorage.remove("wantedEpisode");
    complete(true);
    latest.current.send();
  }, [paid, preview]);
  // not before: in between the pay sheet would open and close, which takes back that the preview goes on
  useEffect(() => {
    if (completing) tabStorage.remove("wantedEpisode");
  }, [completing]);

  // not by the router's revalidation: it gives that up when another action, as a like, is answered meanwhile
  useEffect(() => {
    if (data?.ok && data !== handled.current) latest.current.reload();
  }, [data]);

  useEffect(() => {
    if (busy || access.loading || !data || data === handled.current) return;
    handled.current = data;
    const { paidAndBought, bought } = texts.paySheet;
    if (data.ok) showToast(latest.current.completing ? paidAndBought : bought, { kind: "done" });
    else showToast(data.message, { kind: "failed" });
    tabStorage.remove("wantedEpisode");
    complete(false);
  }, [busy, access.loading, data]);

  return {
    busy,
    /** Back from the cashier, or being bought with what was paid there: nothing is offered. */
    settling: paid || completing || (paying && !memberLoaded),
    buy() {
      if (!begin()) return;
      tabStorage.update("wantedEpisode", () => ({ video, episode, paid: false, at: Date.now() }));
      send();
    },
    decline: () => tabStorage.remove("wantedEpisode"),
  };
}

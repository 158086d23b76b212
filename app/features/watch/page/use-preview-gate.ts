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
import { parseClock } from "../../../ui/format.ts";
import type { Player } from "../player/core/player.ts";
import type { Episode, WatchPageVideo } from "./watch.server.ts";

const RETRY_AFTER_MS = 3_000;

const accessAddress = (code: string, episode: number | undefined) =>
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

/** @param place the address at which the video is continued */
export function usePreviewGate(
  player: Player | undefined,
  video: WatchPageVideo,
  episode: Episode,
  place: string,
) {
  const address = accessAddress(video.code, episode.id);
  const { load, data, state } = useFetcher<AccessAnswer>({ key: address });
  const preview = data?.preview;
  const isFirst = video.sources.some(({ episodes }) => episodes[0]?.key === episode.key);
  const fullDuration = isFirst ? parseClock(video.duration) : 0;
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

  const previous = useRef({ address, preview });
  useEffect(() => {
    if (!player || preview === undefined) return;
    const last = previous.current;
    previous.current = { address, preview };
    const opened = last.address === address && last.preview != null && preview === null;
    if (opened) player.reload();
    player.setPreview(preview === null ? undefined : { end: preview, fullDuration });
  }, [player, address, preview, fullDuration]);

  return usePurchase(video.code, episode.id, place, preview);
}

function usePurchase(
  video: string,
  episode: number,
  place: string,
  preview: number | null | undefined,
) {
  const { submit, data, state } = useFetcher<ActionResult>({ key: "purchase" });
  const wanted = useTabStorage("wantedEpisode");
  const memberLoaded = useMemberLoaded();
  const paying = useTabStorage("openPayment") !== null;
  const paid = wanted?.paid === true && wanted.video === video && wanted.episode === episode;
  const busy = state !== "idle";
  const handled = useRef(data);

  const [completing, complete] = useState(false);
  const send = () =>
    submit(
      { intent: watchIntents.buy, episode: String(episode), back: place },
      { method: "post", action: videoAddress(video) },
    );
  const latest = useRef({ completing, send });
  latest.current = { completing, send };

  useEffect(() => {
    if (!paid || preview === undefined) return;
    tabStorage.remove("wantedEpisode");
    if (preview === null) return;
    complete(true);
    latest.current.send();
  }, [paid, preview]);

  useEffect(() => {
    if (busy || !data || data === handled.current) return;
    handled.current = data;
    const { paidAndBought, bought } = texts.paySheet;
    // the revalidation after the action reloads the episode's access
    if (data.ok) showToast(latest.current.completing ? paidAndBought : bought, { kind: "done" });
    else showToast(data.message, { kind: "failed" });
    tabStorage.remove("wantedEpisode");
    complete(false);
  }, [busy, data]);

  return {
    busy,
    /** Back from the cashier, or being bought with what was paid there: nothing is offered. */
    settling: paid || completing || (paying && !memberLoaded),
    buy() {
      if (busy) return;
      tabStorage.update("wantedEpisode", () => ({ video, episode, paid: false, at: Date.now() }));
      send();
    },
    decline: () => tabStorage.remove("wantedEpisode"),
  };
}

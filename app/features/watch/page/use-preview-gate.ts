import { useFetcher, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { ActionResult } from "../../../../server/domain/actions.ts";
import { useMember } from "../../../session/member.ts";
import { texts } from "../../../texts/index.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { parseClock } from "../../../ui/format.ts";
import { watchIntents } from "../actions/intents.ts";
import type { Player } from "../player/core/player.ts";
import type { Episode, WatchPageVideo } from "./watch.server.ts";

/** `preview` in seconds, null for the whole video; null where the upstream did not answer. */
type AccessAnswer = { preview: number | null } | null;

const RETRY_AFTER_MS = 3_000;

export function usePreviewGate(
  player: Player | undefined,
  video: WatchPageVideo,
  episode: Episode,
) {
  const address = `/access?video=${video.code}&episode=${episode.id}`;
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

  return usePurchase(video.code, episode.id);
}

function usePurchase(code: string, episode: number) {
  const { submit, data, state } = useFetcher<ActionResult>({ key: "purchase" });
  const navigate = useNavigate();
  const busy = state !== "idle";
  const handled = useRef(data);

  useEffect(() => {
    if (busy || !data || data === handled.current) return;
    handled.current = data;
    // the revalidation after the action reloads the episode's access
    if (data.ok) showToast(texts.paySheet.bought, { kind: "done" });
    else if (data.reason === "refused") navigate("/pay");
    else showToast(data.message, { kind: "failed" });
  }, [busy, data, navigate]);

  return {
    busy,
    buy() {
      if (busy) return;
      submit(
        { intent: watchIntents.buy, episode: String(episode) },
        { method: "post", action: `/videoinfo?id=${code}` },
      );
    },
  };
}

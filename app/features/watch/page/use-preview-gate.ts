import { useFetcher, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useMember } from "../../../session/member.ts";
import { texts } from "../../../texts/index.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { secondsOf } from "../../../ui/format.ts";
import type { ActionAnswer } from "../actions/watch-actions.server.ts";
import type { Player } from "../player/core/player.ts";
import type { Episode, WatchedVideo } from "./watch.server.ts";

/** In seconds; null is everything. The whole is null where it could not be told. */
type Access = { preview: number | null } | null;

/** In milliseconds, before asking once more what could not be told. */
const ASK_AGAIN = 3_000;

/** How much of an episode the member may see, and buying the rest. */
export function useGate(player: Player | undefined, video: WatchedVideo, episode: Episode) {
  const address = `/access?video=${video.code}&episode=${episode.id}`;
  const { load, data, state } = useFetcher<Access>({ key: address });
  const preview = data?.preview;
  useEffect(() => load(address), [load, address]);

  const hasBecomeMember = useMember()?.playsInFull === true && typeof preview === "number";
  useEffect(() => {
    if (hasBecomeMember) load(address);
  }, [hasBecomeMember, load, address]);

  const unknown = state === "idle" && data !== undefined && preview === undefined;
  useEffect(() => {
    if (!unknown) return;
    const timer = setTimeout(() => load(address), ASK_AGAIN);
    return () => clearTimeout(timer);
  }, [unknown, load, address]);

  const before = useRef({ address, preview });
  useEffect(() => {
    if (!player || preview === undefined) return;
    const last = before.current;
    before.current = { address, preview };
    const opened = last.address === address && last.preview != null && preview === null;
    if (opened) player.reload();
    player.limitTo(
      preview === null ? undefined : { ends: preview, whole: secondsOf(video.duration) },
    );
  }, [player, address, preview, video.duration]);

  return usePurchase(video.code, episode.id);
}

function usePurchase(code: string, episode: number) {
  const { submit, data, state } = useFetcher<ActionAnswer>({ key: "purchase" });
  const navigate = useNavigate();
  const busy = state !== "idle";
  const answered = useRef(data);

  useEffect(() => {
    if (busy || !data || data === answered.current) return;
    answered.current = data;
    // what may be seen now is asked for anew by itself, as after every action
    if (data.ok) showToast(texts.paySheet.bought, { kind: "done" });
    else if (data.refused) navigate("/pay");
    else showToast(data.message, { kind: "failed" });
  }, [busy, data, navigate]);

  return {
    busy,
    buy() {
      if (busy) return;
      submit(
        { intent: "buy", episode: String(episode) },
        { method: "post", action: `/videoinfo?id=${code}` },
      );
    },
  };
}

import { withTimeout } from "../concurrency/with-timeout.ts";
import type { Contract, RecordInput } from "../contract/index.ts";
import type { StreamPlace } from "../media/streams.ts";
import type { Client } from "../upstream-client/client.ts";
import { orIfRefused } from "../upstream-client/errors.ts";

/** Null if there is no such video, which upstreams report by different codes. */
export const findVideo = (api: Client<Contract>, code: string) =>
  orIfRefused(api.video.detail(code), null);

export async function streamAt(api: Client<Contract>, { video, source, episode }: StreamPlace) {
  const detail = await findVideo(api, video);
  const found = detail?.sources[source]?.episodes[episode];
  return found && { video, episode: found.id, url: found.url };
}

/** From the upstream's own data. @throws {UpstreamRefusal} if the video does not exist */
export async function recordOf(api: Client<Contract>, code: string): Promise<RecordInput> {
  const { video } = await api.video.detail(code);
  const { title, cover, author, hot, duration, sortNum } = video;
  return { code: video.code, title, cover, author, hot, duration, sortNum };
}

/** After this time players get an answer, whether the position is saved or not. */
const SAVE_TIMEOUT_MS = 1_000;

/** Never throws: a lost position does not justify an error in the player. */
export async function savePlaybackPosition(api: Client<Contract>, code: string, seconds: number) {
  const saved = recordOf(api, code).then((record) =>
    api.library.savePosition({ ...record, duration: seconds }),
  );
  await withTimeout(saved, SAVE_TIMEOUT_MS).catch(() => undefined);
}

import type { Contract, RecordInput } from "../contract/index.ts";
import type { Client } from "../upstream-client/client.ts";

/**
 * What a member's lists store of a video, from what the upstream itself says of it (upstream contract, settled
 * point 13).
 * @throws UpstreamRefusal when there is no such video
 */
export async function recordOf(api: Client<Contract>, code: string): Promise<RecordInput> {
  const { video } = await api.video.detail(code);
  const { title, cover, author, hot, duration, sortNum } = video;
  return { code: video.code, title, cover, author, hot, duration, sortNum };
}

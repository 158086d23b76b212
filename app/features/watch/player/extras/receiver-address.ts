import type { PlayerStream } from "../core/engine.ts";

/** Works without cookies; undefined for a plain file. */
export async function receiverAddress({ key }: PlayerStream): Promise<string | undefined> {
  const [video = "", source = "", episode = ""] = key.split("/");
  const answer = await fetch(`/receiver?${new URLSearchParams({ video, source, episode })}`);
  if (!answer.ok) return undefined;
  const { address }: { address?: string } = await answer.json();
  return address;
}

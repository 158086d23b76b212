import { z } from "zod/v4";
import { read, write } from "./endpoint.ts";
import { ignored, text } from "./scalars.ts";

/** One episode of a video; the upstream wants both as numbers. */
export interface EpisodeRef {
  video: string;
  episode: number;
}

const episodeRef = { cartoonCode: z.number(), moviesInfoId: z.number() };
const wire = ({ video, episode }: EpisodeRef) => ({
  cartoonCode: Number(video),
  moviesInfoId: episode,
});

export const purchaseEndpoints = {
  /** A fixed text (UPSTREAM_BOUGHT_MARK) when the member owns the episode, else another. */
  ownership: read("/app-api/cartoon/lookOk", {
    body: z.object(episodeRef),
    send: wire,
    data: text,
    member: true,
  }),
  /** Buys one episode; buying it again is not charged. Code 2001: too few coins. */
  buy: write("/app-api/cartoon/buy", {
    body: z.object({ ...episodeRef, type: z.literal(0) }),
    send: (ref: EpisodeRef) => ({ ...wire(ref), type: 0 as const }),
    data: ignored,
    member: true,
  }),
};

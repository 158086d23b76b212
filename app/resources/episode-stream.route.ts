import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { VIDEO_CODE } from "../../server/contract/rules.ts";

const position = z.coerce.number().int().nonnegative();
export const streamPlace = z.object({
  video: z.string().regex(VIDEO_CODE),
  source: position,
  episode: position,
});
const place = streamPlace.extend({ file: z.enum(["index.m3u8", "media", "beginning"]) });

/** The playlist, file or first seconds of an episode, at addresses that are the same for everybody. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const asked = place.safeParse(params);
  if (!asked.success) return new Response(null, { status: 404 });
  const { play, beginning } = context.streams;
  return (asked.data.file === "beginning" ? beginning : play)(asked.data, request);
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { VIDEO_CODE } from "../../server/contract/rules.ts";

const position = z.coerce.number().int().nonnegative();
export const streamParams = z.object({
  video: z.string().regex(VIDEO_CODE),
  source: position,
  episode: position,
});
const fileParams = streamParams.extend({ file: z.enum(["index.m3u8", "media", "beginning"]) });
const startSecond = z.coerce.number().min(0).max(86_400).catch(0); // no film is longer than a day

/** `/stream/video/source/episode/file` is the same for everybody, and links to `/stream/sealed/file`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { play, beginning, answer } = context.streams;
  const [first = "", second, episode, file, ...more] = (params["*"] ?? "").split("/");
  if (second !== undefined && episode === undefined) return answer(first, request);
  const parsed = fileParams.safeParse({ video: first, source: second, episode, file });
  if (!parsed.success || more.length > 0) return new Response(null, { status: 404 });
  const { file: wanted, ...episodeParams } = parsed.data;
  if (wanted !== "beginning") return play(episodeParams, request);
  const from = startSecond.parse(new URL(request.url).searchParams.get("t"));
  return beginning({ ...episodeParams, from }, request);
}

import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { VIDEO_CODE } from "../../server/contract/rules.ts";

const position = z.object({
  video: z.string().regex(VIDEO_CODE),
  seconds: z
    .string()
    .regex(/^\d{1,6}(\.\d+)?$/)
    .transform((value) => Math.floor(Number(value))),
});

const wholeNumber = (most: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .refine((value) => value <= most);

/* Of figures, numbers and labels of few values only: no video or visitor. */

const pages = "/ /category /cateInfo /taglist /sreinfo /sreach /videoinfo /swipe /publish /mine";
const page = z.enum(pages.split(" ")).catch("other");

const TEN_MINUTES = 600_000;
const time = wholeNumber(TEN_MINUTES).optional();

const vitals = z
  .strictObject({ page, lcp: time, inp: time, cls: wholeNumber(100_000).optional() })
  .refine(({ lcp, inp, cls }) => (lcp ?? inp ?? cls) !== undefined);

const HEIGHTS = [360, 480, 720, 1080, 2160];
const MOST_SOURCES = 5;

const playback = z
  .strictObject({
    page,
    firstFrame: time,
    stalls: wholeNumber(1_000),
    stalled: wholeNumber(3_600_000),
    failovers: wholeNumber(100),
    errors: wholeNumber(100),
    // pages that were opened before a deploy may lack these
    height: wholeNumber(10_000).optional(),
    source: wholeNumber(100).optional(),
    bitrate: wholeNumber(1_000_000).optional(),
    frames: wholeNumber(9_999_999).default(0),
    dropped: wholeNumber(9_999_999).default(0),
  })
  .transform(({ height, source, ...numbers }) => ({
    ...numbers,
    quality: height ? `${HEIGHTS.find((one) => height <= one) ?? HEIGHTS.at(-1)}p` : "unknown",
    source: source ? String(Math.min(source, MOST_SOURCES)) : "unknown",
  }));

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await context.formDataOf(request);
  const parsed = z.union([position, playback, vitals]).safeParse(Object.fromEntries(form));
  if (!parsed.success) return new Response(null, { status: 400 });
  if ("seconds" in parsed.data)
    await context.savePlaybackPosition(parsed.data.video, parsed.data.seconds);
  else await context.reportFigures(parsed.data);
  return new Response(null, { status: 204 });
}

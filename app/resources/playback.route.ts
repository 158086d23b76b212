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

const quality = z.strictObject({
  firstFrame: wholeNumber(600_000).optional(),
  stalls: wholeNumber(1_000),
  stalled: wholeNumber(3_600_000),
  failovers: wholeNumber(100),
  errors: wholeNumber(100),
});

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await context.formDataOf(request);
  const parsed = z.union([position, quality]).safeParse(Object.fromEntries(form));
  if (!parsed.success) return new Response(null, { status: 400 });
  if ("stalls" in parsed.data) await context.reportPlayback(parsed.data);
  else await context.savePlaybackPosition(parsed.data.video, parsed.data.seconds);
  return new Response(null, { status: 204 });
}

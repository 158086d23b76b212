import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod/v4";

const report = z.object({
  video: z.string().regex(/^\d{1,20}$/),
  seconds: z
    .string()
    .regex(/^\d{1,6}(\.\d+)?$/)
    .transform((value) => Math.floor(Number(value))),
});

/** In milliseconds: whoever leaves a page does not wait for the upstream. */
const PATIENCE = 1_000;

/** Keeps the second that the visitor reached in a video; sent as the page is left. */
export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData().catch(() => new FormData());
  const parsed = report.safeParse(Object.fromEntries(form));
  if (!parsed.success) return new Response(null, { status: 400 });

  const { video, seconds } = parsed.data;
  const saved = context
    .recordOf(video)
    .then((record) => context.api.library.savePosition({ ...record, duration: seconds }))
    .catch(() => undefined);
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  return new Response(null, { status: 204 });
}

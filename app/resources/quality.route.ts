import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod/v4";

const wholeNumber = (most: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .refine((value) => value <= most);

const report = z.strictObject({
  firstFrame: wholeNumber(600_000).optional(),
  stalls: wholeNumber(1_000),
  stalled: wholeNumber(3_600_000),
  failovers: wholeNumber(100),
  errors: wholeNumber(100),
});

/** How a watch went, in numbers alone; nothing says which video or whose. */
export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData().catch(() => new FormData());
  const parsed = report.safeParse(Object.fromEntries(form));
  if (!parsed.success) return new Response(null, { status: 400 });
  await context.tellQuality(parsed.data);
  return new Response(null, { status: 204 });
}

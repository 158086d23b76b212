import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod/v4";
import { texts } from "../texts/index.ts";

const sent = z.object({ use: z.enum(["avatar", "code"]), file: z.instanceof(File) });

/** `again`: whether a retry may succeed. */
export async function action({ context, request }: ActionFunctionArgs) {
  const form = sent.safeParse(Object.fromEntries(await request.formData()));
  if (!form.success) return refusal(texts.upload.failed, false);

  const { file, use } = form.data;
  const outcome = await context.attempt("upload", context.uploads.keep(file, use));
  if (!outcome.ok) return refusal(outcome.message || texts.upload.failed, true);
  if ("unusable" in outcome.data) return refusal(texts.upload[outcome.data.unusable], false);
  return Response.json(outcome.data);
}

const refusal = (message: string, again: boolean) => Response.json({ message, again });

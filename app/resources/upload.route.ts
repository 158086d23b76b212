import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod/v4";
import { texts } from "../texts.ts";

const sent = z.object({ use: z.enum(["avatar", "code"]), file: z.instanceof(File) });

/** Keeps a picture that a form is going to need, for a script that shows how far it is. */
export async function action({ context, request }: ActionFunctionArgs) {
  const form = sent.safeParse(Object.fromEntries(await request.formData()));
  if (!form.success) return refusal(texts.upload.failed);

  const { file, use } = form.data;
  const outcome = await context.attempt("upload", context.uploads.keep(file, use));
  if (!outcome.ok) return refusal(outcome.message || texts.upload.failed, 502);
  if ("unusable" in outcome.data) return refusal(texts.upload[outcome.data.unusable], 422);
  return Response.json(outcome.data);
}

const refusal = (message: string, status = 400) => Response.json({ message }, { status });

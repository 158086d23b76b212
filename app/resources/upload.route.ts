import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import type { ActionResult } from "../../server/outcomes/actions.ts";
import { actionDone, actionFailed, uploadFailed } from "../results/action-result.ts";
import { texts } from "../texts/index.ts";

export type UploadResult = ActionResult<{ reference: string }>;

const uploadForm = z.object({ use: z.enum(["avatar", "code"]), file: z.instanceof(File) });

export const action = async (args: ActionFunctionArgs) => Response.json(await upload(args));

async function upload({ context, request }: ActionFunctionArgs): Promise<UploadResult> {
  const form = uploadForm.safeParse(Object.fromEntries(await context.formDataOf(request)));
  if (!form.success) return actionFailed({ reason: "invalid", message: texts.upload.failed });

  const { file, use } = form.data;
  const outcome = await context.attempt("upload", context.uploads.save(file, use));
  if (!outcome.ok) return uploadFailed(outcome);
  if ("unusable" in outcome.data)
    return actionFailed({ reason: "invalid", message: texts.upload[outcome.data.unusable] });
  return actionDone(outcome.data);
}

import { z } from "zod";
import type { Context } from "../../../../server/context.ts";
import type { ActionResult } from "../../../../server/outcomes/actions.ts";
import { actionDone, actionFailed, actionInvalid } from "../../../results/action-result.ts";
import { texts } from "../../../texts/index.ts";
import { type ProfileFields, profileErrors, tidyProfile } from "./profile-rules.ts";

const text = z.string().max(4_000).catch("");
const sent = z.object({ nickname: text, signature: text, avatar: text });

export async function saveProfile(
  context: Context,
  request: Request,
): Promise<ActionResult<null, ProfileFields> | Response> {
  const { avatar, ...typed } = sent.parse(Object.fromEntries(await context.formDataOf(request)));
  const fields = tidyProfile(typed);
  const errors = profileErrors(fields);
  if (Object.keys(errors).length > 0) return actionInvalid(errors, fields);

  const outcome = await context.attempt("profile.save", save(context, fields, avatar));
  if (!outcome.ok) return actionFailed(outcome, { input: fields });
  if (outcome.data === "lost") {
    return actionInvalid({ avatar: texts.profile.avatarLost }, fields);
  }
  return context.redirectNativeForm("/setinfo", texts.profile.done) ?? actionDone();
}

async function save(context: Context, fields: ProfileFields, reference: string) {
  const { code, avatar } = await context.member.profile();
  const address = reference ? await context.uploads.addressOf(reference, "avatar") : avatar;
  if (address === undefined) return "lost";
  await context.api.member.updateProfile({ memberCode: code, avatar: address, ...fields });
  return "saved";
}

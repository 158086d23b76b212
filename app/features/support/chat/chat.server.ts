import { z } from "zod";
import type { Context } from "../../../../server/context.ts";
import type { ActionResult } from "../../../../server/outcomes/actions.ts";
import {
  actionDone,
  actionFailed,
  actionInvalid,
  uploadFailed,
} from "../../../results/action-result.ts";
import { texts } from "../../../texts/index.ts";
import { messageProblem, normaliseLineBreaks } from "../message-rules.ts";
import { fingerprintOf, todayInShanghai } from "./conversation.ts";

const chatQuery = z.object({ known: z.string().max(40).optional().catch(undefined) });

export const parseChatQuery = (request: Request) =>
  chatQuery.parse(Object.fromEntries(new URL(request.url).searchParams));

/** @param known fingerprint of the browser's copy; returns null if it is still the same */
export async function loadConversation({ api, images }: Context, known?: string) {
  const messages = (await api.support.messages()).map((message) => ({
    ...message,
    content: message.kind === "image" ? images.privateAddress(message.content) : message.content,
  }));
  const fingerprint = fingerprintOf(messages);
  return fingerprint === known ? null : { messages, fingerprint, today: todayInShanghai() };
}
export type Conversation = NonNullable<Awaited<ReturnType<typeof loadConversation>>>;

const form = z.object({
  text: z.string().max(20_000).catch(""),
  picture: z.instanceof(File).optional().catch(undefined),
});

export async function send(context: Context, request: Request): Promise<SendResult | Response> {
  const { text, picture } = form.parse(Object.fromEntries(await context.formDataOf(request)));
  const result = await sendMessage(context, text, picture?.size ? picture : undefined);
  return (result.ok && context.redirectNativeForm("/service")) || result;
}

export type SendResult = ActionResult<null, { text: string }>;

async function sendMessage(context: Context, text: string, picture?: File): Promise<SendResult> {
  const { api, attempt } = context;
  const input = { text };
  const problem = messageProblem(text);
  if (problem && !(picture && text.trim() === "")) return actionInvalid({ text: problem }, input);
  if (picture) {
    const redrawn = await attempt("redraw", context.uploads.forMessage(picture));
    if (!redrawn.ok) return uploadFailed(redrawn, input);
    const { data } = redrawn;
    if (typeof data === "string") return actionInvalid({ picture: texts.upload[data] }, input);
    const sent = await attempt("sendPicture", api.support.sendPicture(data));
    if (!sent.ok) return uploadFailed(sent, input);
    if (problem) return actionDone();
  }
  const sent = await attempt("sendText", api.support.sendText(normaliseLineBreaks(text).trim()));
  return sent.ok ? actionDone() : actionFailed(sent, { input });
}

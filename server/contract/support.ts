import { z } from "zod";
import { read, write } from "./endpoint.ts";
import { fileUpload, ignored, list, moment, text } from "./scalars.ts";

const message = z
  .object({ sendReceive: text, messageType: text, message: text, updateTime: moment })
  .transform((wire) => ({
    received: wire.sendReceive === "receive",
    kind: wire.messageType === "img" ? ("image" as const) : ("text" as const),
    content: wire.message,
    sentAt: wire.updateTime,
  }));
export type ChatMessage = z.output<typeof message>;

export const supportEndpoints = {
  feedback: write("/app-api/member/saveEntity", {
    body: z.object({ comment_content: z.string().min(1).max(4_000) }),
    send: (text: string) => ({ comment_content: text }),
    data: ignored,
    member: true,
  }),
  /** Oldest first. */
  messages: read("/renren-api/api/chatim/list", {
    method: "GET",
    body: z.object({}),
    send: () => ({}),
    data: list(message),
    member: true,
  }),
  sendText: write("/renren-api/api/chatim/send", {
    body: z.object({ content: z.string().min(1).max(2_000) }),
    send: (content: string) => ({ content }),
    data: ignored,
    member: true,
  }),
  sendPicture: write("/renren-api/api/chatim/sendPic", {
    encoding: "form",
    body: fileUpload,
    send: (file: File) => ({ file }),
    data: ignored,
    member: true,
  }),
};

import type { supportEndpoints } from "../../contract/support.ts";
import { feedback } from "../db/support-schema.ts";
import { conversation, sayToOperator } from "../domain/chat.ts";
import { shanghaiTime } from "../domain/shanghai-time.ts";
import type { Handlers } from "../http/implement.ts";
import { absolute } from "../http/origin.ts";
import { saveUpload } from "../http/uploads.ts";

export const supportHandlers: Handlers<{ support: typeof supportEndpoints }>["support"] = {
  async feedback({ comment_content: content }, { db, member }) {
    await db.insert(feedback).values({ memberId: member.id, content });
  },

  async messages(_body, { db, member, origin }) {
    return (await conversation(db, member.id)).map(({ from, kind, content, sentAt }) => ({
      // as the member sees it: what others said was received
      sendReceive: from === "member" ? "send" : "receive",
      messageType: kind,
      message: kind === "img" ? absolute(content, origin) : content,
      updateTime: shanghaiTime(sentAt),
    }));
  },

  sendText: ({ content }, { db, member }) =>
    sayToOperator(db, member.id, { kind: "text", content }),

  async sendPicture({ file }, { db, member, uploads }) {
    const content = await saveUpload(uploads, file);
    await sayToOperator(db, member.id, { kind: "img", content });
  },
};

import type { supportEndpoints } from "../../contract/support.ts";
import { feedbackEntries } from "../db/activity-schema.ts";
import { conversationOf, sendToOperator } from "../domain/chat.ts";
import { formatShanghaiTime } from "../domain/shanghai-time.ts";
import { absolute } from "../http/addresses.ts";
import type { Handlers } from "../http/implement.ts";
import { saveUpload } from "../http/uploads.ts";

export const supportHandlers: Handlers<{ support: typeof supportEndpoints }>["support"] = {
  async feedback({ comment_content: content }, { db, member }) {
    await db.insert(feedbackEntries).values({ memberId: member.id, content });
  },

  async messages(_body, { db, member, origin }) {
    return (await conversationOf(db, member.id)).map(({ from, kind, content, sentAt }) => ({
      // as the member sees it: what others said was received
      sendReceive: from === "member" ? "send" : "receive",
      messageType: kind,
      message: kind === "img" ? absolute(content, origin) : content,
      updateTime: formatShanghaiTime(sentAt),
    }));
  },

  sendText: ({ content }, { db, member }) =>
    sendToOperator(db, member.id, { kind: "text", content }),

  async sendPicture({ file }, { db, member, uploads }) {
    const content = await saveUpload(uploads, file);
    await sendToOperator(db, member.id, { kind: "img", content });
  },
};

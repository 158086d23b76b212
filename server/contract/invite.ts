import { z } from "zod/v4";
import { read, write } from "./endpoint.ts";
import { address, identifier, ignored, page, text } from "./scalars.ts";

const invited = z
  .object({ id: identifier, memberAvatar: address, memberNichen: text, createTime: text })
  .transform((wire) => ({
    id: wire.id,
    avatar: wire.memberAvatar,
    nickname: wire.memberNichen,
    joinedAt: wire.createTime,
  }));
export type InvitedMember = z.output<typeof invited>;

export const inviteEndpoints = {
  /** Binds once, never to oneself; the inviter gains a VIP day. */
  bind: write("/renren-api/api/member/bindInviteCode", {
    body: z.object({ parentId: z.string().min(1).max(40) }),
    send: (inviter: string) => ({ parentId: inviter }),
    data: ignored,
    member: true,
  }),
  /** Whom the member invited, ten a page. */
  invited: read("/renren-api/api/member/listInvitePaging", {
    body: z.object({ currentPage: z.int().min(1), parentId: z.string().min(1).max(40) }),
    send: (memberCode: string, page: number) => ({ currentPage: page, parentId: memberCode }),
    data: page(invited),
    member: true,
  }),
};

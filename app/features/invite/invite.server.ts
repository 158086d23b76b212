import type { Context } from "../../../server/context.ts";
import type { InvitedMember } from "../../../server/contract/index.ts";
import type { ListPage } from "../../../server/domain/cards.ts";

export async function loadInvitation({ member, images, origin }: Context) {
  const { code, avatar } = await member.profile();
  const link = `${origin}/?id=${encodeURIComponent(code)}`;
  return { code, link, avatar: images.privateAddress(avatar) };
}
export type MemberInvitation = Awaited<ReturnType<typeof loadInvitation>>;

export type Invited = Omit<InvitedMember, "id"> & { code: string };

export async function listInvited(context: Context, page: number): Promise<ListPage<Invited>> {
  const { memberCode } = await context.member.credentials();
  const { items, sent } = await context.api.invite.invited(memberCode, page);
  const rows = items.map(({ id, avatar, ...rest }) => ({
    ...rest,
    code: id,
    avatar: context.images.privateAddress(avatar),
  }));
  return { page, rows, last: context.lists.isLast(sent) };
}

import type { Context } from "../../../server/context.ts";
import type { InvitedMember } from "../../../server/contract/index.ts";
import type { ListPage } from "../../../server/domain/cards.ts";

export interface MemberInvitation {
  code: string;
  link: string;
  avatar: string;
}

export async function loadInvitation({
  member,
  images,
  origin,
}: Context): Promise<MemberInvitation> {
  const { code, avatar } = await member.profile();
  const link = `${origin}/?id=${encodeURIComponent(code)}`;
  return { code, link, avatar: images.privateAddress(avatar) };
}

export interface Invited extends Omit<InvitedMember, "id"> {
  code: string;
}

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

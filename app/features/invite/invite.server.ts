import type { Context } from "../../../server/context.ts";
import type { InvitedMember } from "../../../server/contract/index.ts";

/** What a member hands on. */
export interface Invitation {
  code: string;
  /** Whoever opens it is counted as this member's guest. */
  link: string;
  /** A path of this site, '' for none. */
  avatar: string;
}

export async function invitation({ member, images, origin }: Context): Promise<Invitation> {
  const { code, avatar } = await member.profile();
  const link = `${origin}/?id=${encodeURIComponent(code)}`;
  return { code, link, avatar: images.address(avatar) };
}

/** Somebody who came by the member's link, as the list shows it. */
export interface Invited extends Omit<InvitedMember, "id"> {
  code: string;
}

interface InvitedPage {
  page: number;
  rows: Invited[];
  last: boolean;
}

export async function invited(context: Context, page: number): Promise<InvitedPage> {
  const { memberCode } = await context.member.credentials();
  const { items, sent } = await context.api.invite.invited(memberCode, page);
  const rows = items.map(({ id, avatar, ...rest }) => ({
    ...rest,
    code: id,
    avatar: context.images.address(avatar),
  }));
  return { page, rows, last: context.lists.isLast(sent) };
}

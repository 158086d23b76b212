/** Invite and share links, by path: the question that holds the inviting member's code. */
const links: Record<string, string> = { "/": "id", "/videoinfo": "share" };

const MEMBER_CODE = /^[0-9A-Za-z]{1,40}$/;

/** The member by whose link somebody comes here; undefined for any other address, and for what can be no code. */
export function inviterOf({ pathname, searchParams }: URL): string | undefined {
  const question = links[pathname];
  const code = question && searchParams.get(question);
  return code && MEMBER_CODE.test(code) ? code : undefined;
}

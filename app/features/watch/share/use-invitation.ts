import { useState } from "react";
import { sharedVideoAddress } from "../../../navigation/addresses.ts";
import { useMember, useMemberAsked } from "../../../session/member.ts";

/** What is handed on with a video. */
export interface Invitation {
  link: string;
  /** The member whose friends come by the link; undefined where that cannot be told. */
  inviteCode: string | undefined;
}

/** Undefined until it is known who is visiting, or known that this cannot be told. */
export function useInvitation(origin: string, code: string): Invitation | undefined {
  const member = useMember();
  const asked = useMemberAsked();
  const [inviteCode, setInviteCode] = useState(member?.code);
  // a later question that fails takes nothing away
  if (member && member.code !== inviteCode) setInviteCode(member.code);
  if (!inviteCode && !asked) return undefined;
  return { link: sharedVideoAddress(origin, code, inviteCode), inviteCode };
}

import { z } from "zod/v4";
import { read, write } from "./endpoint.ts";
import { address, count, identifier, text } from "./scalars.ts";

const profileFields = {
  memberCode: identifier,
  memberName: text,
  memberNichen: text,
  memberPwdTemp: text,
  memberAvatar: address,
  memberSignature: text,
  memberCion: count,
  balance: count,
  memberVip: count,
  vipPeriod: count,
  vipDate: text,
  h5Uuid: text,
};
const profileWire = z.object(profileFields);

const toProfile = (wire: z.output<typeof profileWire>) => ({
  code: wire.memberCode,
  username: wire.memberName,
  nickname: wire.memberNichen,
  temporaryPassword: wire.memberPwdTemp,
  avatar: wire.memberAvatar,
  signature: wire.memberSignature,
  coins: wire.memberCion,
  balance: wire.balance,
  vipLevel: wire.memberVip,
  vipPeriod: wire.vipPeriod,
  vipUntil: wire.vipDate,
  analyticsId: wire.h5Uuid,
});

/** What the upstream knows of a member. `vipUntil` is 'YYYY-MM-DD HH:mm:ss' in Asia/Shanghai, or ''. */
export type Profile = ReturnType<typeof toProfile>;

/** A member together with the token that speaks for it. */
export const identity = z
  .object({ ...profileFields, token: identifier })
  .transform(({ token, ...wire }) => ({ token, profile: toProfile(wire) }));
export type Identity = z.output<typeof identity>;

const deviceType = z.literal(0);

export const memberEndpoints = {
  /** The same uuid gives the same member, with a fresh token. */
  registerGuest: write("/renren-api/api/auto-register", {
    body: z.object({ deviceType, uuid: z.string().min(8).max(64) }),
    send: (uuid: string) => ({ deviceType: 0 as const, uuid }),
    data: identity,
  }),
  profile: read("/app-api/member/getEntityByCode", {
    body: z.object({ memberCode: z.string() }),
    send: (memberCode: string) => ({ memberCode }),
    data: profileWire.transform(toProfile),
    member: true,
    encrypted: true,
  }),
};

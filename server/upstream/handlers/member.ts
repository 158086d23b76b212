import { createHash } from "node:crypto";
import type { memberEndpoints } from "../../contract/member.ts";
import { ApiError } from "../api-error.ts";
import type { Handlers } from "../implement.ts";
import { issueToken, type Member, memberOfDevice } from "../members.ts";
import { absolute } from "../origin.ts";
import { shanghaiTime } from "../shanghai-time.ts";

const FEN_PER_YUAN = 100;

/** Stands for the member in statistics. Not the device's uuid: whoever knows that can register as the member. */
const analyticsId = ({ uuid }: Member) =>
  createHash("sha256").update(uuid).digest("hex").slice(0, 32);

const toWire = (member: Member, origin: string) => ({
  memberCode: member.code,
  memberName: member.name,
  memberNichen: member.nickname,
  memberPwdTemp: member.temporaryPassword,
  memberAvatar: absolute(member.avatar, origin),
  memberSignature: member.signature,
  memberCion: member.coins,
  balance: member.balance / FEN_PER_YUAN,
  memberVip: member.vipLevel,
  vipPeriod: member.vipPeriod,
  vipDate: shanghaiTime(member.vipUntil),
  h5Uuid: analyticsId(member),
});

export const memberHandlers: Handlers<{ member: typeof memberEndpoints }>["member"] = {
  async registerGuest({ uuid }, { db, origin }) {
    const member = await memberOfDevice(db, uuid);
    return { ...toWire(member, origin), token: await issueToken(db, member) };
  },

  profile({ memberCode }, { member, origin }) {
    if (memberCode !== member.code) throw new ApiError(403, "只能查看自己的资料");
    return toWire(member, origin);
  },
};

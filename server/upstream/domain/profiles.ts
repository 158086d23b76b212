import { createHash } from "node:crypto";
import { badRequest } from "../http/api-error.ts";
import { absolute } from "../http/origin.ts";
import type { Member } from "./members.ts";
import { formatShanghaiTime } from "./shanghai-time.ts";
import { vipAt } from "./vip.ts";

const FEN_PER_YUAN = 100;
const LONGEST_NICKNAME = 20;
const LONGEST_SIGNATURE = 100;
const OWN_PICTURE = /^\/(avatars|uploads|art|covers)\/[\w-]+\.\w+$/;

/** Stands for the member in statistics. Not the device's uuid: whoever knows that can register as the member. */
const analyticsId = ({ uuid }: Member) =>
  createHash("sha256").update(uuid).digest("hex").slice(0, 32);

/** A member as answers carry it. */
export function memberToWire(member: Member, origin: string) {
  const vip = vipAt(member, new Date());
  return {
    memberCode: member.code,
    memberName: member.name,
    memberNichen: member.nickname,
    memberPwdTemp: member.temporaryPassword,
    memberAvatar: absolute(member.avatar, origin),
    memberSignature: member.signature,
    memberCion: member.coins,
    balance: member.balance / FEN_PER_YUAN,
    memberVip: vip.vipLevel,
    vipPeriod: vip.vipPeriod,
    vipDate: formatShanghaiTime(vip.vipUntil),
    h5Uuid: analyticsId(member),
  };
}

/** The path of a picture on this upstream. Others' pictures would tell their hosts who looks at a list. */
function ownPicture(address: string, member: Member, origin: string): string {
  if (address === "" || address === absolute(member.avatar, origin)) return member.avatar;
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
  if (!OWN_PICTURE.test(path)) throw badRequest("头像须先上传");
  return path;
}

/**
 * What a member may change of itself, checked; an empty avatar leaves the old one.
 * @throws {ApiError} 400
 */
export function profileChange(
  wanted: { avatar: string; nickname: string; signature: string },
  member: Member,
  origin: string,
) {
  const [nickname, signature] = [wanted.nickname.trim(), wanted.signature.trim()];
  if (nickname === "") throw badRequest("请输入昵称");
  if ([...nickname].length > LONGEST_NICKNAME) {
    throw badRequest(`昵称不能超过${LONGEST_NICKNAME}个字`);
  }
  if ([...signature].length > LONGEST_SIGNATURE) {
    throw badRequest(`签名不能超过${LONGEST_SIGNATURE}个字`);
  }
  return { avatar: ownPicture(wanted.avatar, member, origin), nickname, signature };
}

import { z } from "zod";
import { read, write } from "./endpoint.ts";
import { address, count, fileUpload, identifier, ignored, moment, page, text } from "./scalars.ts";

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
  vipDate: moment,
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

/** `vipUntil` is 'YYYY-MM-DD HH:mm:ss' in Asia/Shanghai, or ''. */
export type Profile = ReturnType<typeof toProfile>;

const identity = z
  .object({ ...profileFields, token: identifier })
  .transform(({ token, ...wire }) => ({ token, profile: toProfile(wire) }));
export type Identity = z.output<typeof identity>;

const deviceType = z.literal(0);

export const memberEndpoints = {
  /** The same uuid gets the same member, with a new token. */
  registerGuest: write("/renren-api/api/auto-register", {
    body: z.object({ deviceType, uuid: z.string().min(8).max(64) }),
    toBody: (uuid: string) => ({ deviceType: 0 as const, uuid }),
    data: identity,
    anonymous: true,
  }),
  /** With an account, or with a guest's generated name and password. Code 1001: wrong credentials. */
  login: write("/renren-api/api/login", {
    body: z.object({ loginName: z.string().max(64), loginPwd: z.string().max(128) }),
    toBody: (username: string, password: string) => ({ loginName: username, loginPwd: password }),
    data: identity,
  }),
  /** Code 1002: wrong old password. */
  changePassword: write("/app-api/member/MemberInfo/changePwd", {
    body: z.object({
      memberCode: z.string().max(40),
      oldPwd: z.string().max(128),
      newPwd: z.string().max(128),
    }),
    toBody: (change: { memberCode: string; oldPassword: string; newPassword: string }) => ({
      memberCode: change.memberCode,
      oldPwd: change.oldPassword,
      newPwd: change.newPassword,
    }),
    data: ignored,
    member: true,
  }),
  /** Uploads an avatar or a payment QR code; returns its address. */
  uploadPicture: write("/app-api/member/updateimg", {
    encoding: "form",
    body: fileUpload,
    toBody: (file: File) => ({ file }),
    data: z.object({ file: address }).transform((wire) => wire.file),
    member: true,
  }),
  updateProfile: write("/app-api/member/updateMember", {
    body: z.object({
      memberAvatar: z.string().max(2_000),
      memberCode: z.string().max(40),
      memberNichen: z.string().max(40),
      memberSignature: z.string().max(200),
    }),
    toBody: (profile: {
      memberCode: string;
      avatar: string;
      nickname: string;
      signature: string;
    }) => ({
      memberAvatar: profile.avatar,
      memberCode: profile.memberCode,
      memberNichen: profile.nickname,
      memberSignature: profile.signature,
    }),
    data: ignored,
    member: true,
  }),
  profile: read("/app-api/member/getEntityByCode", {
    body: z.object({ memberCode: z.string() }),
    toBody: (memberCode: string) => ({ memberCode }),
    data: profileWire.transform(toProfile),
    member: true,
    encrypted: true,
  }),
};

const invited = z
  .object({ id: identifier, memberAvatar: address, memberNichen: text, createTime: moment })
  .transform((wire) => ({
    id: wire.id,
    avatar: wire.memberAvatar,
    nickname: wire.memberNichen,
    joinedAt: wire.createTime,
  }));
export type InvitedMember = z.output<typeof invited>;

export const inviteEndpoints = {
  /** Names the member's inviter, once and never themselves; the inviter gets a day of VIP. */
  bind: write("/renren-api/api/member/bindInviteCode", {
    body: z.object({ parentId: z.string().min(1).max(40) }),
    toBody: (inviter: string) => ({ parentId: inviter }),
    data: ignored,
    member: true,
  }),
  /** Ten a page. */
  invited: read("/renren-api/api/member/listInvitePaging", {
    body: z.object({ currentPage: z.int().min(1), parentId: z.string().min(1).max(40) }),
    toBody: (memberCode: string, page: number) => ({ currentPage: page, parentId: memberCode }),
    data: page(invited),
    member: true,
  }),
};

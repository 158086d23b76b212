import { z } from "zod";
import { onlyCode, read, sending, write } from "./endpoint.ts";
import { address, count, fileUpload, identifier, moment, page, renamed, text } from "./scalars.ts";

const profileFields = {
  code: ["memberCode", identifier],
  username: ["memberName", text],
  nickname: ["memberNichen", text],
  temporaryPassword: ["memberPwdTemp", text],
  avatar: ["memberAvatar", address],
  signature: ["memberSignature", text],
  coins: ["memberCion", count],
  balance: ["balance", count],
  vipLevel: ["memberVip", count],
  vipPeriod: ["vipPeriod", count],
  vipUntil: ["vipDate", moment],
  analyticsId: ["h5Uuid", text],
} as const;
const profile = renamed(profileFields);

/** `vipUntil` is 'YYYY-MM-DD HH:mm:ss' in Asia/Shanghai, or ''. */
export type Profile = z.output<typeof profile>;

const identity = renamed({ ...profileFields, token: ["token", identifier] }).transform(
  ({ token, ...profile }) => ({ token, profile }),
);
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
    ...sending({
      memberCode: ["memberCode", z.string().max(40)],
      oldPassword: ["oldPwd", z.string().max(128)],
      newPassword: ["newPwd", z.string().max(128)],
    }),
    ...onlyCode,
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
    ...sending({
      avatar: ["memberAvatar", z.string().max(2_000)],
      memberCode: ["memberCode", z.string().max(40)],
      nickname: ["memberNichen", z.string().max(40)],
      signature: ["memberSignature", z.string().max(200)],
    }),
    ...onlyCode,
  }),
  profile: read("/app-api/member/getEntityByCode", {
    body: z.object({ memberCode: z.string() }),
    toBody: (memberCode: string) => ({ memberCode }),
    data: profile,
    member: true,
    encrypted: true,
  }),
};

const invited = renamed({
  id: ["id", identifier],
  avatar: ["memberAvatar", address],
  nickname: ["memberNichen", text],
  joinedAt: ["createTime", moment],
});
export type InvitedMember = z.output<typeof invited>;

export const inviteEndpoints = {
  /** Names the member's inviter, once and never themselves; the inviter gets a day of VIP. */
  bind: write("/renren-api/api/member/bindInviteCode", {
    body: z.object({ parentId: z.string().min(1).max(40) }),
    toBody: (inviter: string) => ({ parentId: inviter }),
    ...onlyCode,
  }),
  /** Ten a page. */
  invited: read("/renren-api/api/member/listInvitePaging", {
    body: z.object({ currentPage: z.int().min(1), parentId: z.string().min(1).max(40) }),
    toBody: (memberCode: string, page: number) => ({ currentPage: page, parentId: memberCode }),
    data: page(invited),
    member: true,
  }),
};

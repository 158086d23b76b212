import { eq } from "drizzle-orm";
import type { Contract } from "../../contract/index.ts";
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from "../../contract/rules.ts";
import { members } from "../db/schema.ts";
import { toAbsolute } from "../domain/addresses.ts";
import { ApiError, badRequest, forbidden } from "../domain/api-error.ts";
import {
  checkProfileChange,
  findOrCreateMember,
  hashPassword,
  isPasswordOf,
  issueToken,
  memberToWire,
  replacePassword,
  revokeTokens,
} from "../domain/members.ts";
import type { Handlers } from "../http/implement.ts";
import { saveUpload } from "../http/uploads.ts";

export const memberHandlers: Handlers<Contract>["member"] = {
  async registerGuest({ uuid }, { db, origin }) {
    const member = await findOrCreateMember(db, uuid);
    return { ...memberToWire(member, origin), token: await issueToken(db, member) };
  },

  async login({ loginName, loginPwd }, { db, origin, singleSession }) {
    const [member] = await db.select().from(members).where(eq(members.name, loginName));
    if (!member || !(await isPasswordOf(member, loginPwd))) {
      throw new ApiError(1001, "账号或密码错误");
    }
    // before the new token, so that concurrent logins do not revoke each other's
    if (singleSession) await revokeTokens(db, member, "elsewhere");
    return { ...memberToWire(member, origin), token: await issueToken(db, member) };
  },

  /** Revokes this session, too, because its token may have been stolen. */
  async changePassword({ memberCode, oldPwd, newPwd }, { db, member }) {
    if (memberCode !== member.code) throw forbidden("只能修改自己的密码");
    if (newPwd.length < SHORTEST_PASSWORD || newPwd.length > LONGEST_PASSWORD)
      throw badRequest(`新密码长度必须在${SHORTEST_PASSWORD}-${LONGEST_PASSWORD}位`);
    const changed =
      (await isPasswordOf(member, oldPwd)) &&
      (await replacePassword(db, member, await hashPassword(newPwd)));
    if (!changed) throw new ApiError(1002, "原密码错误");
  },

  async uploadPicture({ file }, { uploads, origin }) {
    return { file: toAbsolute(await saveUpload(uploads, file), origin) };
  },

  async updateProfile(
    { memberCode, memberAvatar: avatar, memberNichen: nickname, memberSignature: signature },
    { db, member, origin },
  ) {
    if (memberCode !== member.code) throw forbidden("只能修改自己的资料");
    const change = checkProfileChange({ avatar, nickname, signature }, member, origin);
    await db.update(members).set(change).where(eq(members.id, member.id));
  },

  profile({ memberCode }, { member, origin }) {
    if (memberCode !== member.code) throw forbidden("只能查看自己的资料");
    return memberToWire(member, origin);
  },
};

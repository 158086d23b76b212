import type { memberOf } from "../support/members/members.ts";
import { giveCoins } from "../support/members/playback.ts";
import type { World } from "./worlds.ts";

/** A member who has used the site for a while. */
export async function giveRiches(
  db: World["db"],
  member: ReturnType<typeof memberOf> & { code: string },
) {
  await member.makeVip();
  await giveCoins(db, member.code, 26);
  await member.keep("favourite", { count: 7, skip: 20 });
  await member.keep("history", { count: 9, skip: 40, hoursApart: 7 });
}

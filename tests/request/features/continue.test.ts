import { beforeAll, describe, expect, test } from "vitest";
import { codeOf } from "../../support/members/accounts.ts";
import { sendForm } from "../../support/members/forms.ts";
import { hiddenVideos, memberOf } from "../../support/members/members.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

let hidden: string;
beforeAll(async () => {
  const all = await hiddenVideos(running.upstream.db);
  hidden = String(all.find(({ categoryCode }) => categoryCode.startsWith("42"))?.code);
});

async function visit() {
  const visitor = running.site.visit();
  const member = memberOf(running.upstream.db, await codeOf(visitor));
  const titles = async (query = "") => {
    const videos: { title: string }[] = JSON.parse(await visitor.read(`/continue${query}`));
    return videos.map(({ title }) => title);
  };
  return { visitor, member, titles };
}

describe("the videos that a new device can continue", () => {
  test("are those the member watched recently, without cleared ones", async () => {
    const { visitor, member, titles } = await visit();
    expect(await titles()).toEqual([]);
    const names = await member.keep("history", { count: 3, hoursApart: 1 });
    expect(await titles()).toEqual(names);
    await sendForm(visitor, "/history");
    expect(await titles()).toEqual([]);
  });

  test("are never of the hidden section, not even for a VIP member", async () => {
    const { visitor, member, titles } = await visit();
    await member.makeVip();
    expect(await visitor.read(`/videoinfo?id=${hidden}`)).toContain("<video");
    const known = await titles("?video=130001");
    expect(known).toHaveLength(1);
    expect(await titles(`?video=${hidden}&video=130001&video=99999999`)).toEqual(known);
  });

  test("are limited to valid ids, at most 20", async () => {
    const { visitor } = await visit();
    const many = Array.from({ length: 21 }, (_, index) => `video=${index}`).join("&");
    for (const query of ["video=x", many]) {
      const answer = await visitor.request(`/continue?${query}`);
      expect(answer.status).toBe(400);
    }
  });
});

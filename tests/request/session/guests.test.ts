import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { members } from "../../../server/upstream/db/schema.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

async function memberCount() {
  const [row] = await running.upstream.db
    .select({ count: sql<number>`count(*)::int` })
    .from(members);
  return row?.count ?? 0;
}

test("opening pages registers no guest; the first member request registers one", async () => {
  const before = await memberCount();
  const visitor = running.site.visit();
  await visitor.read("/");
  await visitor.read("/?page=2");
  expect(await memberCount()).toBe(before);
  expect([...visitor.cookies.keys()]).toEqual(["adult", "visitor"]);

  await visitor.read("/member.data");
  await visitor.read("/member.data");
  expect(await memberCount()).toBe(before + 1);
});

test("two tabs at once make one guest", async () => {
  const before = await memberCount();
  const visitor = running.site.visit();
  await visitor.read("/");
  const answers = await Promise.all(
    Array.from(
      { length: 10 },
      async () => /"code","\d+"/.exec(await visitor.read("/member.data"))?.[0],
    ),
  );
  expect(new Set(answers).size).toBe(1);
  expect(await memberCount()).toBe(before + 1);
});

test("the answer about a member is small and holds no token", async () => {
  const visitor = running.site.visit();
  await visitor.read("/");
  const member = await visitor.read("/member");
  expect(member.length).toBeLessThan(500);
  expect(member).not.toMatch(/token/i);
});

import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { episodes } from "../db/schema.ts";
import { startUpstream, type Upstream } from "../start.ts";
import { registerDevice } from "../testing/visitor.ts";

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
}, 60_000);
afterAll(() => upstream.stop());

it("an episode is bought once and owned on every source of its video, by its buyer alone", async () => {
  const { db, settings } = upstream;
  const [second] = await db.select().from(episodes).where(eq(episodes.sourceSort, 1)).limit(1);
  if (!second) throw new Error("no video with two channels");
  const [first] = await db
    .select()
    .from(episodes)
    .where(and(eq(episodes.videoCode, second.videoCode), eq(episodes.sort, second.sort)))
    .orderBy(asc(episodes.sourceSort));
  const on = (id = 0) => ({ cartoonCode: second.videoCode, moviesInfoId: id });
  const buyer = await registerDevice(upstream, "buying-device");
  const other = await registerDevice(upstream, "watching-device");
  await buyer.receive("coins", 5);

  const look = async (visitor: typeof buyer, id?: number) =>
    (await visitor.send("/app-api/cartoon/lookOk", on(id))).data;
  const buy = (visitor: typeof buyer, id?: number) =>
    visitor.send("/app-api/cartoon/buy", { ...on(id), type: 0 });

  expect(await look(buyer, first?.id)).not.toBe(settings.boughtMark);
  expect(await buy(other, first?.id)).toMatchObject({ code: 2001, msg: "金币不足" });
  expect(await buy(buyer, first?.id)).toMatchObject({ code: 0 });
  expect(await buy(buyer, second.id)).toMatchObject({ code: 0 });
  expect(await look(buyer, first?.id)).toBe(settings.boughtMark);
  expect(await look(buyer, second.id)).toBe(settings.boughtMark);
  expect(await look(other, second.id)).not.toBe(settings.boughtMark);
  expect(await buyer.stored()).toMatchObject({ coins: 3 });
});

it("an episode that does not exist, or not in that video, is 404", async () => {
  const visitor = await registerDevice(upstream, "lost-device");
  await visitor.receive("coins", 5);
  const [episode] = await upstream.db.select().from(episodes).limit(1);
  for (const wrong of [
    { cartoonCode: 1, moviesInfoId: episode?.id },
    { cartoonCode: episode?.videoCode, moviesInfoId: 99_999_999 },
    { cartoonCode: 1e20, moviesInfoId: 1.5 },
    { cartoonCode: -1, moviesInfoId: 2 ** 31 },
  ]) {
    expect(await visitor.send("/app-api/cartoon/lookOk", wrong)).toMatchObject({ code: 404 });
    const bought = await visitor.send("/app-api/cartoon/buy", { ...wrong, type: 0 });
    expect(bought).toMatchObject({ code: 404 });
  }
  expect(await visitor.stored()).toMatchObject({ coins: 5 });
});

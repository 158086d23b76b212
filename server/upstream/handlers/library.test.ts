import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { type RegisteredDevice, registerDevice } from "../../../tests/support/upstream/device.ts";
import { secondsWatched } from "../domain/rewards.ts";
import { shanghaiDate } from "../domain/shanghai-time.ts";
import { startUpstream, type Upstream } from "../start.ts";

interface Kept {
  id: string;
  collectCode: string;
  collectName: string;
  collectImage: string;
}

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.stop());
afterEach(() => vi.useRealTimers());

const base = "/renren-api/api/member";
const record = (type: number, code: string, more: object = {}) => ({
  collectAuthor: "作者",
  collectCode: code,
  collectDuration: "12:00",
  collectHot: 12_345_678_901,
  collectImage: `${upstream.url}/covers/aurora-1.svg`,
  collectName: `片${code}`,
  collectType: 2,
  sortNum: 0,
  type,
  ...more,
});
const save = (visitor: RegisteredDevice, kind: string, body: object) =>
  visitor.send(`${base}/${kind}`, body);
const favourites = async (visitor: RegisteredDevice) =>
  (await visitor.send<Kept[]>(`${base}/getCollectList`)).data;
const history = async (visitor: RegisteredDevice, currentPage = 1) =>
  (await visitor.send<Kept[]>(`${base}/getBrowseHistory`, { currentPage })).data;

it("a favourite is stored once, and updated when saved again", async () => {
  const visitor = await registerDevice(upstream, "collecting-visitor");
  await Promise.all(
    Array.from({ length: 20 }, () => save(visitor, "collect", record(1, "100001"))),
  );
  await save(visitor, "collect", record(1, "100001", { collectName: "新名字" }));
  await save(visitor, "like", record(2, "100001"));
  const saved = await favourites(visitor);
  expect(saved).toHaveLength(1);
  expect(saved[0]).toMatchObject({
    collectName: "新名字",
    collectImage: `${upstream.url}/covers/aurora-1.svg`,
  });
});

it("only its owner can remove a record, by its id", async () => {
  const [visitor, other] = [
    await registerDevice(upstream, "removing-visitor"),
    await registerDevice(upstream, "other-one"),
  ];
  for (const code of ["100001", "100002", "100003"]) {
    await save(visitor, "collect", record(1, code));
  }
  const ids = (await favourites(visitor)).map(({ id }) => id);
  expect(await other.send(base, { ids })).toMatchObject({ code: 0 });
  expect(await favourites(visitor)).toHaveLength(3);
  await visitor.send(base, { ids: [...ids.slice(0, 2), "x", "99999999999"] });
  expect((await favourites(visitor)).map(({ id }) => id)).toEqual(ids.slice(2));
});

it("the history is newest first, ten per page, and a rewatched video moves to the front", async () => {
  const visitor = await registerDevice(upstream, "browsing-visitor");
  for (let code = 100_001; code <= 100_023; code += 1) {
    await save(visitor, "browseHistory", record(4, String(code)));
  }
  await save(visitor, "browseHistory", record(4, "100005"));
  const pages = [await history(visitor), await history(visitor, 2), await history(visitor, 3)];
  expect(pages.map((page) => page.length)).toEqual([10, 10, 3]);
  const codes = pages.flat().map(({ collectCode }) => collectCode);
  expect(codes.slice(0, 3)).toEqual(["100005", "100023", "100022"]);
  expect(new Set(codes).size).toBe(23);
  expect(await history(visitor, 4)).toEqual([]);
});

it("playback positions count as watched time, no faster than the clock", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.parse("2026-11-21T12:00:00+08:00"));
  const visitor = await registerDevice(upstream, "watching-visitor");
  const after = async (seconds: number, position: number) => {
    vi.setSystemTime(Date.now() + seconds * 1000);
    const body = record(3, "100001", { collectDuration: position });
    expect(await save(visitor, "moviesPlayback", body)).toMatchObject({ code: 0 });
    return secondsWatched(upstream.db, await visitor.stored(), shanghaiDate(new Date()));
  };
  await save(visitor, "browseHistory", record(4, "100001"));
  expect(await after(60, 50)).toBe(50);
  expect(await after(30, 900)).toBe(80);
  expect(await after(30, 20)).toBe(100);
});

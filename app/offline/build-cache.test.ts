import * as undici from "undici";
import { beforeEach, expect, test, vi } from "vitest";
import {
  cacheAsset,
  cacheBuild,
  cacheCover,
  deleteOldBuilds,
  findCached,
  findCoverInAnyWidth,
  findInBuild,
} from "./build-cache.ts";

beforeEach(async () => {
  vi.stubGlobal("caches", undici.caches);
  for (const name of await caches.keys()) await caches.delete(name);
});

const request = (path: string) =>
  new undici.Request(`https://site.test${path}`) as unknown as Request;
const answer = (text: string) => new undici.Response(text) as unknown as Response;
const textOf = async (path: string) => (await findCached(request(path)))?.text();

test("after an update, pages of the previous build still find their files", async () => {
  for (const build of ["1", "2", "3"]) {
    await cacheAsset(build, request(`/assets/part-${build}.js`), answer(build));
  }
  await cacheCover(request("/image/a"), answer("cover"));
  await deleteOldBuilds();
  expect(await textOf("/assets/part-1.js")).toBeUndefined();
  expect(await textOf("/assets/part-2.js")).toBe("2");
  expect(await textOf("/assets/part-3.js")).toBe("3");
  expect(await textOf("/image/a")).toBe("cover");
});

test("the offline page comes from the build that asks for it", async () => {
  await cacheAsset("1", request("/offline.html"), answer("old"));
  await cacheAsset("2", request("/offline.html"), answer("new"));
  expect(await (await findInBuild("2", request("/offline.html")))?.text()).toBe("new");
  expect(await findInBuild("3", request("/offline.html"))).toBeUndefined();
});

test("only the latest two hundred covers are cached", async () => {
  for (let cover = 0; cover < 205; cover += 1) {
    await cacheCover(request(`/image/${cover}`), answer(`${cover}`));
  }
  expect(await (await caches.open("covers")).keys()).toHaveLength(200);
  expect(await textOf("/image/4")).toBeUndefined();
  expect(await textOf("/image/5")).toBe("5");
  expect(await textOf("/image/204")).toBe("204");
});

test("a cover cached in one width is found when another width is requested", async () => {
  await cacheCover(request("/image/a?w=540"), answer("cover"));
  expect(await textOf("/image/a?w=360")).toBeUndefined();
  expect(await (await findCoverInAnyWidth(request("/image/a?w=360")))?.text()).toBe("cover");
  expect(await findCoverInAnyWidth(request("/image/b?w=360"))).toBeUndefined();
});

test("a build's files are precached until one fails, without fetching cached ones again", async () => {
  const fetched: string[] = [];
  const origin = "https://site.test";
  vi.stubGlobal("fetch", async (file: string) => {
    fetched.push(file);
    return new undici.Response("code", { status: file.endsWith("gone.js") ? 404 : 200 });
  });
  await cacheAsset("1", request("/assets/old.js"), answer("old"));
  await cacheBuild(
    "2",
    ["old", "a", "gone", "b"].map((name) => `${origin}/assets/${name}.js`),
  );
  expect(fetched).toEqual([`${origin}/assets/a.js`, `${origin}/assets/gone.js`]);
  expect(await textOf("/assets/a.js")).toBe("code");
  expect(await textOf("/assets/gone.js")).toBeUndefined();
});

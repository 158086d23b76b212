import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { disposable } from "../../tests/support/disposable.ts";
import { keepBuild, staticFiles } from "./static-files.ts";

async function builds() {
  const place = await mkdtemp(join(tmpdir(), "chengying-builds-"));
  const [client, kept] = [join(place, "client"), join(place, "kept")];
  let minutes = 0;
  return disposable({
    kept,
    client,
    /** Replaces the build with one that has a single script. */
    async deploy(build: string) {
      await rm(client, { recursive: true, force: true });
      mkdirSync(join(client, "assets"), { recursive: true });
      writeFileSync(join(client, "assets", `${build}.js`), build);
      const earlier = await keepBuild(client, kept, build);
      const at = new Date(Date.UTC(2026, 0, 1, 0, minutes++));
      utimesSync(join(kept, build), at, at);
      return earlier;
    },
    stop: () => rm(place, { recursive: true }),
  });
}

test("files of the last four builds are served, and those of older builds are deleted", async () => {
  await using site = await builds();
  for (const build of ["a", "b", "c", "d"]) await site.deploy(build);
  const earlier = await site.deploy("e");
  expect(readdirSync(site.kept).sort()).toEqual(["b", "c", "d", "e"]);
  const host = new Hono().use(staticFiles(site.client, earlier));
  for (const build of ["b", "c", "d", "e"]) {
    const answer = await host.request(`/assets/${build}.js`);
    expect(await answer.text()).toBe(build);
    expect(answer.headers.get("cache-control")).toContain("immutable");
  }
  expect((await host.request("/assets/a.js")).status).toBe(404);
});

test("a build that is deployed again counts as the latest", async () => {
  await using site = await builds();
  for (const build of ["a", "b", "c", "d", "a"]) await site.deploy(build);
  expect((await site.deploy("e")).map((path) => path.at(-1))).toEqual(["c", "d", "a"]);
});

test("an interrupted copy of a build is started again", async () => {
  await using site = await builds();
  mkdirSync(join(site.kept, "a.unfinished/assets"), { recursive: true });
  await site.deploy("a");
  expect(existsSync(join(site.kept, "a/assets/a.js"))).toBe(true);
  expect(readdirSync(site.kept)).toEqual(["a"]);
});

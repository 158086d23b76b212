import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/server-runtime";
import { expect, test } from "vitest";
import { codeOf } from "../../support/members/accounts.ts";
import { memberOf } from "../../support/members/members.ts";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const running = siteForThisFile();

const item = encodeURIComponent(JSON.stringify({ title: "超清无码", code: "30" }));

/** Pages with lists that grow or show another batch, and the queries to request. */
const pages: Record<string, string[]> = {
  "/": ["", "?tag=30", "?page=2", "?tag=30&page=2", "?batch=2"],
  "/cateInfo": ["", `?item=${item}`, `?item=${item}&page=2`],
  "/sreinfo": ["", "?searchStr=海", "?searchStr=海&page=2"],
  "/swipe": ["", "?tag=30", "?page=2"],
  "/history": ["", "?page=2"],
  "/collengt": ["", "?page=2&after=1-100301"],
  "/codelist": ["", "?page=2"],
  "/publish": ["", "?shelf=4201&batch=2"],
};

/** Records the field names of each route's loader data. */
function noteShapes(build: ServerBuild, shapes: Map<string, Set<string>>): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { loader } = route.module;
    if (!loader) return [id, route];
    const noted = async (args: LoaderFunctionArgs) => {
      const answer: unknown = await loader(args);
      const { type, data } = Object(answer) as { type?: string; data?: unknown };
      const shape = Object.keys(Object(type === "DataWithResponseInit" ? data : answer)).sort();
      shapes.set(id, (shapes.get(id) ?? new Set()).add(shape.join()));
      return answer;
    };
    return [id, { ...route, module: { ...route.module, loader: noted } }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

test.each(Object.keys(pages))("the loader of %s always returns the same shape", async (path) => {
  const shapes = new Map<string, Set<string>>();
  await using site = await startSite(running.upstream.forSite, {
    change: (build) => noteShapes(build, shapes),
  });
  const visitor = site.visit();
  await memberOf(running.upstream.db, await codeOf(visitor)).makeVip();
  for (const query of pages[path] ?? []) {
    for (const only of ["", "rows", "featured", "batch"]) {
      await visitor.read(`${path}${query}${only && `${query ? "&" : "?"}only=${only}`}`);
    }
  }
  const several = [...shapes].filter(([, all]) => all.size > 1);
  expect(several.map(([id, all]) => [id, ...all])).toEqual([]);
  expect(shapes.size).toBeGreaterThan(1);
});

test("the rows endpoint serves only lists with further pages", async () => {
  const visitor = running.site.visit();
  await codeOf(visitor);
  for (const list of ["home", "featured", "results", "feed", "history", "favourites", "invited"]) {
    const answer = await visitor.request(`/rows/${list}?page=2`);
    expect([list, answer.status, await answer.json()]).toEqual([
      list,
      200,
      { ok: true, data: { page: 2, rows: expect.any(Array), last: expect.any(Boolean) } },
    ]);
  }
  const topic = await visitor.request(`/rows/topic?item=${item}&page=2`);
  expect(await topic.json()).toMatchObject({ ok: true, data: { page: 2 } });
  for (const list of ["nothing", "constructor", "toString"]) {
    expect([list, (await visitor.request(`/rows/${list}`)).status]).toEqual([list, 404]);
  }
});

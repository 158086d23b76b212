import type { ServerBuild } from "@remix-run/server-runtime";
import { expect, test } from "vitest";
import { buildsByPath, requestedPagePath } from "./page-builds.ts";

const routes = {
  root: { id: "root", path: "" },
  tabs: { id: "tabs", parentId: "root" },
  home: { id: "home", parentId: "tabs", index: true },
  mine: { id: "mine", parentId: "tabs", path: "mine" },
  video: { id: "video", parentId: "root", path: "stream/:video" },
  unknown: { id: "unknown", parentId: "root", path: "*" },
};

test("a page without path parameters has a build with only its own route and its parents", () => {
  const builds = buildsByPath({ routes, assets: { routes } } as unknown as ServerBuild);
  const ids = [...builds].map(([path, build]) => [path, Object.keys(build.routes)]);
  expect(ids).toEqual([
    ["/", ["root", "tabs", "home"]],
    ["/mine", ["root", "tabs", "mine"]],
  ]);
  for (const { routes, assets } of builds.values())
    expect(Object.keys(assets.routes)).toEqual(Object.keys(routes));
});

test.each([
  ["/", "/"],
  ["/_root.data", "/"],
  ["/_root", "/_root"],
  ["/mine?tab=1", "/mine"],
  ["/mine.data?_routes=mine", "/mine"],
])("a request for %s requests the page %s", (requested, path) => {
  expect(requestedPagePath(new Request(`http://site.invalid${requested}`))).toBe(path);
});

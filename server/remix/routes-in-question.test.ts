import type { ServerBuild } from "@remix-run/server-runtime";
import { expect, test } from "vitest";
import { amongRoutesInQuestion } from "./routes-in-question.ts";

const route = (id: string, parentId?: string, path?: string) => ({ id, parentId, path });
const routes = Object.fromEntries(
  [
    route("root", undefined, ""),
    route("tabs", "root"),
    route("home", "tabs"),
    route("mine", "tabs", "mine"),
    route("image", "root", "image/:sealed"),
    route("unknown", "root", "*"),
  ].map((one) => [one.id, one]),
);
const build = { routes } as unknown as ServerBuild;

/** The routes that an address is chosen among, without those that everything stands in. */
async function among(path: string) {
  const handle = amongRoutesInQuestion(build, (some) => async () => {
    return Response.json(Object.keys(some.routes).filter((id) => !/root|tabs/.test(id)));
  });
  return (await handle(new Request(new URL(path, "http://site.invalid")))).json();
}

test("an address is looked for among the routes that begin like it, and those that take anything", async () => {
  expect(await among("/")).toEqual(["home", "unknown"]);
  expect(await among("/mine?a=b")).toEqual(["mine", "unknown"]);
  expect(await among("/image/abc")).toEqual(["image", "unknown"]);
});

test("a page's data is looked for where the page is", async () => {
  expect(await among("/_root.data?index")).toEqual(["home", "unknown"]);
  expect(await among("/mine.data")).toEqual(["mine", "unknown"]);
});

test("what is not plain is looked for everywhere", async () => {
  const everywhere = ["home", "mine", "image", "unknown"];
  for (const path of ["/MINE", "/%6Dine", "/nowhere"])
    expect(await among(path)).toEqual(everywhere);
});

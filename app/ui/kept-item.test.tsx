import { createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { cachedHtml } from "../remix/kept-html.server.ts";
import { AdRow } from "./ads/ads.tsx";
import { cachedItem, ServerRender } from "./kept-item.tsx";
import { VideoCard, VideoRow } from "./video/video-card.tsx";

const video = {
  code: "100301",
  title: "云海 <日出> & 极光",
  cover: "/image/sealed",
  vip: true,
  hot: 27_000,
  duration: "38:30",
};
const ad = { id: "1", place: "random", title: "山", image: "/image/a", url: "http://a.b" } as const;
const items = {
  card: cachedItem("", VideoCard, { video }),
  "another card": cachedItem("", VideoCard, { video: { ...video, hot: 28_000 } }),
  "wide card": cachedItem("", VideoCard, { video, wide: true, eager: "first" }),
  row: cachedItem("", VideoRow, { video }),
  "ranked row": cachedItem("", VideoRow, { video, rank: 1 }),
  ad: cachedItem("", AdRow, { ad }),
};

const renderCached = (item: ReactNode) =>
  renderToString(createElement(ServerRender.Provider, { value: { cachedHtml } }, item));

test.each(Object.entries(items))("a cached item's HTML equals React's own: %s", (_, item) => {
  for (let time = 0; time < 2; time += 1) expect(renderCached(item)).toBe(renderToString(item));
});

test("different data gives different HTML", () => {
  expect(new Set(Object.values(items).map(renderCached)).size).toBe(Object.keys(items).length);
});

test("a component is rendered once for the same props", () => {
  let renders = 0;
  const Part = ({ text }: { text: string }) => {
    renders += 1;
    return createElement("p", null, text);
  };
  for (const text of ["a", "b", "a", "b"])
    expect(cachedHtml(Part, { text })).toBe(`<p>${text}</p>`);
  expect(renders).toBe(2);
});

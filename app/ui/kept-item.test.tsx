import { createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { keptHtml } from "../remix/kept-html.server.ts";
import { AdRow } from "./ads/ads.tsx";
import { KeptHtmlContext, keptItem } from "./kept-item.tsx";
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
  card: keptItem("", VideoCard, { video }),
  "another card": keptItem("", VideoCard, { video: { ...video, hot: 28_000 } }),
  "wide card": keptItem("", VideoCard, { video, wide: true, eager: "first" }),
  row: keptItem("", VideoRow, { video }),
  "ranked row": keptItem("", VideoRow, { video, rank: 1 }),
  ad: keptItem("", AdRow, { ad }),
};

const kept = (item: ReactNode) =>
  renderToString(<KeptHtmlContext.Provider value={keptHtml}>{item}</KeptHtmlContext.Provider>);

test.each(Object.entries(items))("a cached item is what React renders: %s", (_, item) => {
  for (let time = 0; time < 2; time += 1) expect(kept(item)).toBe(renderToString(item));
});

test("different data makes a different item", () => {
  expect(new Set(Object.values(items).map(kept)).size).toBe(Object.keys(items).length);
});

test("a part is rendered once for the same props", () => {
  let renders = 0;
  const Part = ({ text }: { text: string }) => {
    renders += 1;
    return createElement("p", null, text);
  };
  for (const text of ["a", "b", "a", "b"]) expect(keptHtml(Part, { text })).toBe(`<p>${text}</p>`);
  expect(renders).toBe(2);
});

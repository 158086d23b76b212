import { expect, test } from "vitest";
import { nameFirstPicture } from "./first-picture.server.ts";

const named = (html: string) => nameFirstPicture(Buffer.from(html)).toString();
const page = (picture: string) =>
  `<head><title>影</title><style>a{}</style></head><p>影</p>${picture}`;

test("the picture that comes before all others is named before the styles, in all its sizes", () => {
  const picture =
    '<img alt="" fetchpriority="high" src="/image/a?w=2" srcSet="/image/a?w=1 1w, /image/a?w=2 2w" sizes="(min-width: 9px) 8px, 7px"/>';
  expect(named(page(picture))).toBe(
    `<head><title>影</title><link rel="preload" as="image" fetchpriority="high" imagesrcset="/image/a?w=1 1w, /image/a?w=2 2w" imagesizes="(min-width: 9px) 8px, 7px"/><style>a{}</style></head><p>影</p>${picture}`,
  );
});

test("one with a single size is named by its address", () => {
  const picture = '<img fetchpriority="high" src="/topics/a.webp?v=1&amp;b"/>';
  expect(named(page(picture))).toContain(' href="/topics/a.webp?v=1&amp;b"/><style>');
});

test("a page without such a picture stays as it is", () => {
  const html = page('<img src="/image/a"/>');
  expect(named(html)).toBe(html);
});

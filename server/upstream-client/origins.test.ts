import { expect, test } from "vitest";
import { createUpstreamOrigins, mediaHeaders } from "./origins.ts";

const [first, second] = ["http://a.example:4000", "https://b.example"];
const originsWithout = (...down: string[]) =>
  createUpstreamOrigins([`${first}/base`, second], (origin) => down.includes(origin));

test("paths resolve to the first server, even if it is down", () => {
  for (const origins of [originsWithout(), originsWithout(first)]) {
    expect(origins.resolve("/covers/1.svg")).toBe(`${first}/covers/1.svg`);
    expect(origins.resolve("https://cdn.example/1.svg")).toBe("https://cdn.example/1.svg");
  }
});

test("addresses on any of the servers are the upstream's own", () => {
  const origins = originsWithout();
  expect([`${first}/x`, `${second}/x`].map(origins.isOwn)).toEqual([true, true]);
  expect(["http://a.example/x", "https://cdn.example/x"].map(origins.isOwn)).toEqual([
    false,
    false,
  ]);
  expect(origins.isOwnHost("http://a.example/x")).toBe(true);
});

test("files are requested first from the server they name, and not from one that is down", () => {
  expect(originsWithout().mirrors(`${first}/x?y`)).toEqual([`${first}/x?y`, `${second}/x?y`]);
  expect(originsWithout().mirrors(`${second}/x`)).toEqual([`${second}/x`, `${first}/x`]);
  expect(originsWithout(first).mirrors(`${first}/x`)).toEqual([`${second}/x`]);
  expect(originsWithout(first, second).mirrors(`${first}/x`)).toEqual([`${first}/x`]);
  expect(originsWithout().mirrors("https://cdn.example/x")).toEqual(["https://cdn.example/x"]);
});

const { resolve, shorten } = createUpstreamOrigins(
  ["http://10.0.0.7:9000/api/", second],
  () => false,
);
test("an address on the upstream's own origin is shortened to its path", () => {
  expect(shorten("http://10.0.0.7:9000/covers/1.jpg?v=2")).toBe("/covers/1.jpg?v=2");
  expect(shorten("/covers/1.jpg")).toBe("/covers/1.jpg");
  expect(shorten("covers/1.jpg")).toBe("/api/covers/1.jpg");
});

test("any other address stays absolute", () => {
  for (const url of [
    "https://cdn.example/1.jpg",
    "http://10.0.0.7/1.jpg",
    "http://10.0.0.7:9001/x",
  ]) {
    expect(shorten(url)).toBe(url);
  }
});

test("shortening an unusual address does not change where it leads", () => {
  for (const url of [
    "http://10.0.0.7:9000//evil.example/1.jpg",
    "/a//b",
    "?x",
    "http://10.0.0.7:9000",
  ])
    expect(resolve(shorten(url)), url).toBe(resolve(url));
});

test.each([
  ["https://a.example/1.jpg", "https://all.example/"],
  ["https://cdn.example/1.jpg", "https://all.example/"],
  ["https://x.cdn.example/1.jpg", "https://below.example/"],
  ["https://x.y.cdn.example:8443/1.jpg", "https://below.example/"],
  ["https://img.cdn.example/1.jpg", "https://one.example/"],
  ["https://evilcdn.example/1.jpg", "https://all.example/"],
])("%s is sent the most specific referer: %s", (url, referer) => {
  const referers = [
    { host: "*.example", value: "https://all.example/" },
    { host: "img.cdn.example", value: "https://one.example/" },
    { host: "*", value: "https://others.example/" },
    { host: "*.cdn.example", value: "https://below.example/" },
  ];
  expect(mediaHeaders(url, { referers })).toMatchObject({ referer });
});

test("by default, a host gets a browser's user agent and no referer", () => {
  const headers = mediaHeaders("https://a.example/1.jpg", {});
  expect(headers).toEqual({ "user-agent": expect.stringMatching(/^Mozilla\/5\.0 .* Chrome\//) });
});

import { expect, it } from "vitest";
import { mediaRoutes } from "../../http/media-routes.ts";
import { seedAds } from "./seed.ts";

it("every slot has an ad, and each ad a title, an existing picture and a neutral address", async () => {
  const ads = seedAds();
  expect(new Set(ads.map(({ group }) => group)).size).toBe(9);
  for (const { image, title, url } of ads) {
    const picture = await mediaRoutes.request(image);
    expect([image, picture.status, picture.headers.get("content-type")]).toEqual([
      image,
      200,
      "image/webp",
    ]);
    expect(title).not.toBe("");
    expect(url).toMatch(/^https:\/\/example\.com\/[a-z-]+$/);
  }
});

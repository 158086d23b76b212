import { and, desc, eq, exists, gt, lt } from "drizzle-orm";
import type { Page } from "playwright/test";
import { danmu, episodes, videos } from "../../server/upstream/db/schema.ts";
import { fingerOn } from "./fingers.ts";
import { test as base, expect } from "./known-upstream.ts";

/** A member may watch everything, and opens a long video that others have commented on at its start. */
export const test = base.extend<{ code: number; watch: () => Promise<Player> }>({
  code: async ({ upstream }, use) => {
    const early = upstream.db
      .select()
      .from(danmu)
      .where(
        and(
          eq(danmu.videoCode, videos.code),
          eq(danmu.type, 0),
          lt(danmu.time, 6),
          gt(danmu.time, 2),
        ),
      );
    const several = upstream.db
      .select()
      .from(episodes)
      .where(and(eq(episodes.videoCode, videos.code), gt(episodes.sort, 0)));
    const [video] = await upstream.db
      .select()
      .from(videos)
      .where(
        and(
          eq(videos.restricted, false),
          lt(videos.duration, 3_000),
          exists(early),
          exists(several),
        ),
      )
      .orderBy(desc(videos.duration))
      .limit(1);
    await use(video?.code ?? 0);
  },
  watch: async ({ page, code, memberOn }, use) => {
    await page.goto("/history");
    await (await memberOn(page)).makeVip();
    await use(async () => {
      await page.goto(`/videoinfo?id=${code}`);
      const player = playerOn(page);
      await expect.poll(player.time, { timeout: 30_000 }).toBeGreaterThan(0.5);
      return player;
    });
  },
});

export type Player = ReturnType<typeof playerOn>;

/** What a viewer does to the player, and what the video element says about it. */
export function playerOn(page: Page) {
  const video = page.locator("video").first();
  const read = <Value>(what: (element: HTMLVideoElement) => Value) =>
    video.evaluate(what as never) as Promise<Value>;
  const place = async (right: number, down: number) => {
    const box = (await video.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: box.x + box.width * right, y: box.y + box.height * down };
  };
  return {
    video,
    read,
    place,
    time: () => read((element) => element.currentTime),
    paused: () => read((element) => element.paused),
    rate: () => read((element) => element.playbackRate),
    seek: (seconds: number) =>
      video.evaluate((element: HTMLVideoElement, to) => {
        element.currentTime = to;
      }, seconds),
    async tap(right: number, down: number, times = 1) {
      const { x, y } = await place(right, down);
      const finger = await fingerOn(page);
      // a busy browser tells of each too late for the next one to belong to it
      await Promise.all(
        Array.from({ length: times }, () => [finger.down(x, y), finger.lift()]).flat(),
      );
    },
    showControls: () => video.tap({ position: { x: 60, y: 40 } }),
    button: (name: string | RegExp) => page.getByRole("button", { name }),
  };
}
export { expect } from "./site.ts";

import type { Page } from "playwright/test";
import sharp from "sharp";
import { boxOf } from "../fixtures/boxes.ts";
import { drawn } from "../fixtures/drawn.ts";
import { shifts, watchShifts } from "../fixtures/layout-shifts.ts";
import { expect, test } from "../fixtures/site.ts";

interface Frame {
  /** The moving cover's width, in pixels. */
  width: number;
  /** The final width, which a busy browser may never paint. */
  goal: number;
  /** The stage's opacity multiplied by its ancestors'. */
  stageOpacity: number;
  stageColour: string;
  /** The opacity of the video with its poster. */
  poster: number;
  /** Visible covers that have not finished fading in. */
  missing: number;
}

declare global {
  interface Window {
    framesSeen: Frame[];
  }
}

/** Starts recording every frame now, and forgets the earlier ones. */
const noteFrames = (page: Page) =>
  page.evaluate(() => {
    window.framesSeen = [];
    const opacityOf = (element: Element | null): number =>
      element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;
    const isInSight = (element: Element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
    };
    const note = () => {
      const root = document.documentElement;
      const group = getComputedStyle(root, "::view-transition-group(player)");
      const carried = document
        .getAnimations()
        .map(({ effect }) => effect as KeyframeEffect | null)
        .find((effect) => String(effect?.pseudoElement).includes("group(player)"));
      const stage = document.querySelector("main > [class*=stage]");
      // not the continue shelf, which is new after going back
      const covers = [
        ...document.querySelectorAll<HTMLImageElement>(
          "main li:not([data-continue-place] li) a img",
        ),
      ];
      window.framesSeen.push({
        width: carried ? Number.parseFloat(group.width) : 0,
        goal: Number.parseFloat(String(carried?.getKeyframes().at(-1)?.width ?? 0)),
        stageOpacity: opacityOf(stage),
        stageColour: stage
          ? getComputedStyle(stage.firstElementChild ?? stage).backgroundColor
          : "",
        poster: opacityOf(stage?.querySelector("video") ?? null),
        missing: covers.filter(isInSight).filter((cover) => !cover.complete || opacityOf(cover) < 1)
          .length,
      });
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });

const frames = (page: Page) => page.evaluate(() => window.framesSeen);
const widths = async (page: Page) =>
  (await frames(page)).map(({ width }) => width).filter((width) => width > 0);

const card = (page: Page) => page.locator('#featured li:nth-child(4) a[href^="/videoinfo?id="]');
const stage = (page: Page) => page.locator("main > [class*=stage]");

async function openHome(page: Page) {
  await page.goto("/");
  await page.evaluate(() => window.scrollTo(0, 300));
  await drawn(page);
  await noteFrames(page);
  const missing = async () => (await frames(page)).at(-1)?.missing;
  await expect.poll(missing).toBe(0);
  await page.evaluate(watchShifts);
  await noteFrames(page);
  return (await boxOf(card(page))).width;
}

async function openVideo(page: Page) {
  await card(page).first().tap();
  await expect(page.getByRole("heading", { name: "视频详情", exact: true })).toBeVisible();
  await expect(page.locator("video")).toBeVisible();
}

test("the tapped cover moves to the player's stage, which is black from its first frame", async ({
  page,
}) => {
  const width = await openHome(page);
  const address = await card(page)
    .locator("img")
    .evaluate((image: HTMLImageElement) => image.currentSrc);
  const posters: string[] = [];
  await page.exposeFunction("notePoster", (poster: string) => posters.push(poster));
  await page.evaluate(() => {
    new MutationObserver(() => {
      const shown = document.querySelector("video")?.poster;
      if (shown) (window as never as { notePoster: (poster: string) => void }).notePoster(shown);
    }).observe(document.body, { subtree: true, childList: true });
  });
  await openVideo(page);
  const goals = async () => (await frames(page)).map(({ goal }) => goal);
  await expect.poll(goals).toContain(390);
  const carried = await widths(page);
  expect(carried[0]).toBeGreaterThanOrEqual(width - 1);
  expect(carried[0]).toBeLessThan(390);
  const withStage = (await frames(page)).filter(({ stageColour }) => stageColour);
  expect(new Set(withStage.map(({ stageOpacity }) => stageOpacity))).toEqual(new Set([1]));
  expect(new Set(withStage.map(({ stageColour }) => stageColour))).toEqual(
    new Set(["rgb(11, 10, 9)"]),
  );
  expect(posters[0]).toBe(address);
  expect(await shifts(page)).toEqual([]);
});

/** Stops the cover in its first frame, when it is still on its card. */
const holdCarriedCover = (page: Page) =>
  page.evaluate(() => {
    const hold = () => {
      const carried = document
        .getAnimations()
        .filter(({ effect }) =>
          String((effect as KeyframeEffect)?.pseudoElement).includes("player"),
        );
      for (const animation of carried) {
        animation.pause();
        animation.currentTime = 0;
      }
      if (carried.length === 0) requestAnimationFrame(hold);
      else document.documentElement.dataset.held = "";
    };
    requestAnimationFrame(hold);
  });

test.describe("in the light theme", () => {
  test.use({ colorScheme: "light" });

  test("the area that the cover moves to is black before it arrives", async ({ page }) => {
    await openHome(page);
    await holdCarriedCover(page);
    await card(page).first().tap();
    await expect(page.locator("html[data-held]")).toBeAttached();
    const { x, y, width, height } = await boxOf(stage(page));
    const clip = { x, y, width, height: height / 2 };
    const seen = await sharp(await page.screenshot({ clip })).stats();
    expect(seen.channels.slice(0, 3).map(({ max }) => max)).toEqual([11, 10, 9]);
  });
});

test("when going back, existing covers do not fade in again, and the scroll position is restored", async ({
  page,
}) => {
  await page.addInitScript(() => {
    // otherwise the mini player would move, not the cover
    localStorage.setItem("miniPlayer", "false");
    // on the page that is left, they would count as shifts
    localStorage.setItem("danmuOn", "false");
  });
  await openHome(page);
  const before = await page.evaluate(() => window.scrollY);
  await openVideo(page);
  await noteFrames(page);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "精选视频" })).toBeAttached();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  await expect.poll(() => widths(page)).not.toEqual([]);
  const list = (await frames(page)).filter(({ stageColour }) => !stageColour);
  expect(list.map(({ missing }) => missing).filter((missing) => missing > 0)).toEqual([]);
  expect(await shifts(page)).toEqual([]);
});

test("a tap during the transition reaches the page", async ({ page }) => {
  await openHome(page);
  await card(page).tap();
  await expect(page.getByRole("button", { name: "分享", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "分享", exact: true }).tap();
  await expect(page.getByRole("dialog", { name: "分享" })).toBeVisible();
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("no cover moves", async ({ page }) => {
    await openHome(page);
    await openVideo(page);
    await page.goBack();
    await expect(card(page)).toBeVisible();
    expect(await widths(page)).toEqual([]);
  });
});

test.describe("if the browser has no view transitions", () => {
  test("the stage is black from its first frame, and the tapped cover fades in on it", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Document.prototype, "startViewTransition");
    });
    await openHome(page);
    await openVideo(page);
    const withStage = (await frames(page)).filter(({ stageColour }) => stageColour);
    expect(new Set(withStage.map(({ stageOpacity }) => stageOpacity))).toEqual(new Set([1]));
    expect(withStage[0]?.poster).toBeLessThan(0.5);
    await expect.poll(async () => (await frames(page)).at(-1)?.poster).toBe(1);
    expect(await stage(page).locator("video").getAttribute("poster")).toMatch(/\/image\//);
  });
});

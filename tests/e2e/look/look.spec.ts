import { eq } from "drizzle-orm";
import type { CDPSession, Page } from "playwright/test";
import { videos } from "../../../server/upstream/db/schema.ts";
import { painted } from "../fixtures/drawn.ts";
import { expect, test } from "../fixtures/site.ts";

const topic = `/cateInfo?item=${encodeURIComponent('{"path":"","sonTypeCode":"81,82","code":"34","title":"华语大制作"}')}`;
const SCREENS = [
  "/",
  "/category",
  topic,
  "/taglist",
  "/sreach",
  "/sreinfo?searchStr=海边",
  "/publish",
  "/videoinfo?id=100301",
  "/report?video=100301",
];

/** The styles of an element and its first child that a pressed state may change. */
const look = (devtools: CDPSession, nodeId: number) =>
  devtools.send("DOM.resolveNode", { nodeId }).then(async ({ object }) => {
    const { result } = await devtools.send("Runtime.callFunctionOn", {
      objectId: object.objectId ?? "",
      returnByValue: true,
      functionDeclaration: `function () {
        const style = (element) => {
          const { opacity, scale, transform, backgroundColor, backgroundImage } = getComputedStyle(element);
          return [opacity, scale, transform, backgroundColor, backgroundImage].join();
        };
        return [this, ...this.children].map(style).join(" ") + "|" + this.outerHTML.slice(0, 120);
      }`,
    });
    const [seen = "", html = ""] = String(result.value).split("|");
    return { seen, html };
  });

/** The links and buttons without a pressed state. */
async function deaf(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync("*, ::before { transition: none !important; animation: none !important }");
    document.adoptedStyleSheets = [still];
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeIds } = await devtools.send("DOM.querySelectorAll", {
    nodeId: root.nodeId,
    selector: "a, button:enabled, summary",
  });
  const found: string[] = [];
  for (const nodeId of nodeIds.slice(0, 60)) {
    const before = await look(devtools, nodeId);
    await devtools.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: ["active"] });
    const { seen, html } = await look(devtools, nodeId);
    if (seen === before.seen) found.push(html);
    await devtools.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: [] });
  }
  return found;
}

/** Pages with their own pull to reload. */
const PULLED = ["/", topic, "/sreinfo?searchStr=海边"];

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  for (const screen of SCREENS)
    test(`${decodeURIComponent(screen)} fits a small phone at any text size, can be pulled to reload, and shows a pressed state on every control`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      const devtools = await page.context().newCDPSession(page);
      const setFont = (size: number) =>
        devtools.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: size } });
      await setFont(32);
      await page.goto(screen);
      for (const size of [32, 21, 16])
        await test.step(`with text of ${size} px it does not scroll sideways`, async () => {
          await setFont(size);
          await painted(page);
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth),
          ).toBeLessThanOrEqual(320);
        });

      await page.setViewportSize({ width: 390, height: 844 });
      const own = PULLED.includes(screen);
      await test.step(`${own ? "its own pull" : "the browser's pull"} reloads it`, async () => {
        // the page's own pull is ready once the browser is idle
        if (own) await expect(page.locator("[data-refreshing]")).toBeAttached();
        const overscroll = () =>
          page.evaluate(() =>
            [document.documentElement, document.body].map(
              (element) => getComputedStyle(element).overscrollBehaviorY,
            ),
          );
        await expect.poll(overscroll).toEqual([own ? "contain" : "auto", "auto"]);
      });

      await test.step("every control looks pressed while it is pressed", async () => {
        expect(await deaf(page)).toEqual([]);
      });
    });
});

test("a video without a title is shown as untitled, in lists and on its page", async ({
  page,
  upstream,
}) => {
  // a video that no other test uses
  const code = 100344;
  await upstream.db.update(videos).set({ title: "" }).where(eq(videos.code, code));
  const shown = async (address: string, role: "link" | "heading") => {
    // the site caches other tests' answers for some seconds
    await expect
      .poll(async () => (await page.request.get(address)).text(), {
        timeout: 40_000,
        intervals: [500],
      })
      .toContain("未命名视频");
    await page.goto(address);
    await expect(page.getByRole(role, { name: "未命名视频" }).first()).toBeVisible();
  };
  await shown("/", "link");
  await shown(`/videoinfo?id=${code}`, "heading");
  await expect(page.locator('meta[name="own-title"]')).toHaveAttribute("content", "未命名视频");
});

test.describe("a page after a navigation", () => {
  const opacity = (page: Page) =>
    page
      .locator("main")
      .evaluate((main) =>
        main.getAnimations().flatMap((one) => (one as CSSTransition).transitionProperty),
      );
  const arrival = async (page: Page) => {
    await page.addInitScript(() => {
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof Element && (node.matches("main") || node.querySelector("main")))
              requestAnimationFrame(() => {
                const main = document.querySelector("main");
                const list = main?.getAnimations().map(() => "moves") ?? [];
                document.body.dataset.arrived = list.join() || "still";
              });
      }).observe(document, { childList: true, subtree: true });
    });
  };

  test("fades in, and the first page is visible at once", async ({ page }) => {
    await arrival(page);
    await page.goto("/collengt");
    expect(await opacity(page)).toEqual([]);
    await page
      .getByRole("navigation", { name: "主导航" })
      .getByRole("link", { name: "专题" })
      .tap();
    await expect(page.locator("body")).toHaveAttribute("data-arrived", "moves");
  });

  test.describe("with reduced motion", () => {
    test.use({ contextOptions: { reducedMotion: "reduce" } });
    test("is visible at once", async ({ page }) => {
      await arrival(page);
      await page.goto("/collengt");
      await page
        .getByRole("navigation", { name: "主导航" })
        .getByRole("link", { name: "专题" })
        .tap();
      await expect(page.locator("body")).toHaveAttribute("data-arrived", "still");
    });
  });
});

test("a ranked row's numbers stay on one line on a small phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/");
  const numbers = page.locator("main ol [class*=stats], main ol [class*=meta]");
  await numbers.first().scrollIntoViewIfNeeded();
  const boxes = await numbers.evaluateAll((all) =>
    all.map((one) => [one.clientHeight <= 20, one.scrollWidth <= one.clientWidth]),
  );
  expect(boxes.length).toBeGreaterThan(9);
  expect(boxes.flat()).not.toContain(false);
});

test("a cover's numbers are in place before their text is loaded", async ({ page }) => {
  await page.goto("/sreinfo?type=0&title=全部");
  const tops = await page
    .locator("main li svg")
    .first()
    .evaluate((icon) => {
      const top = () => icon.parentElement?.getBoundingClientRect().top;
      const whole = top();
      icon.nextSibling?.remove();
      return [whole, top()];
    });
  expect(tops[0]).toBe(tops[1]);
});

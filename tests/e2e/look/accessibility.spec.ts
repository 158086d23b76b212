import axe from "axe-core";
import type { BrowserContext, Locator, Page } from "playwright/test";
import siteMap from "../../../app/routes.ts";
import { accountOf } from "../../support/members/accounts.ts";
import { playerOn } from "../fixtures/playback.ts";
import { sendUnknownForm } from "../fixtures/unknown-form.ts";
import { expect, test } from "../fixtures/upstream-site.ts";

test.describe.configure({ mode: "parallel" });

/** What page of a screen is looked at, where the plain one is about nothing. */
const questions: Record<string, string> = {
  cateInfo: `?item=${encodeURIComponent('{"path":"","sonTypeCode":"81,82","code":"34","title":"华语大制作"}')}`,
  sreinfo: "?searchStr=海边",
  videoinfo: "?id=130001",
  report: "?video=130001",
  taglist: "?type=30",
};
const screens = siteMap
  .flatMap((route) => route.children ?? [route])
  .filter(({ file }) => /^features\/.*\.tsx$/.test(file))
  .map(({ path = "" }) => `/${path}${questions[path] ?? ""}`);

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];

/** What depends on the colour scheme; the page's elements are the same in either. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** What axe has against the page as it is now, in either scheme. */
async function violations(page: Page, except: string[] = []): Promise<string[]> {
  // the browser's own evaluation needs no leave from the page's policy
  await page.evaluate(`${axe.source};undefined`);
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await quiet(page);
    const { violations } = await page.evaluate(
      ([values, leftOut]) =>
        (window as unknown as { axe: typeof axe }).axe.run(
          { include: ["html"], exclude: leftOut },
          {
            runOnly: values,
            resultTypes: ["violations"],
          },
        ),
      [colorScheme === "light" ? rules : colourRules, except] as const,
    );
    for (const { id, nodes } of violations)
      found.push(
        ...nodes.map(({ target, failureSummary }) =>
          [colorScheme, id, String(target), failureSummary?.split("\n")[1]?.trim()].join(" | "),
        ),
      );
  }
  return found;
}

/** Colours that are on their way would be judged half-way. */
const quiet = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
    }
  });

async function settled(page: Page) {
  await expect(page.locator('main[aria-busy="true"]')).toHaveCount(0);
}

for (const screen of screens) {
  test(`${decodeURIComponent(screen)} has no violation, empty for a guest and full for a member`, async ({
    page,
    memberOn,
  }) => {
    await page.goto(screen);
    await settled(page);
    expect(await violations(page)).toEqual([]);
    const member = await memberOn(page);
    await member.makeVip();
    await member.keep("favourite", { count: 4 });
    await member.keep("history", { count: 4, hoursApart: 9 });
    await page.goto(screen);
    await settled(page);
    expect(await violations(page)).toEqual([]);
  });
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const tapped = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().tap();

const opened: [string, string, (page: Page) => Promise<unknown>, (page: Page) => Locator][] = [
  ["the share card", "/videoinfo?id=130001", tapped(/^分享/), (page) => dialog(page, "分享")],
  ["the sheet of episodes", "/videoinfo?id=130001", tapped("选集"), (page) => dialog(page, "选集")],
  ["the report", "/videoinfo?id=130001", tapped("举报"), (page) => dialog(page, "举报")],
  [
    "the question before clearing",
    "/collengt",
    tapped("清空收藏"),
    (page) => dialog(page, "确认清空"),
  ],
  [
    "the pay sheet",
    "/videoinfo?id=130001",
    async (page) => {
      const player = playerOn(page);
      await expect.poll(player.time, { timeout: 30_000 }).toBeGreaterThan(0.5);
      await player.seek(14);
    },
    (page) => dialog(page, "付费影视"),
  ],
];
for (const [what, address, open, shown] of opened) {
  test(`${what} has no violation`, async ({ page, memberOn }) => {
    await page.goto("/mine");
    await (await memberOn(page)).keep("favourite", { count: 1 });
    await page.goto(address);
    await settled(page);
    await open(page);
    await expect(shown(page)).toBeVisible();
    // white on the darkened, blurred page (7:1), which axe takes for the page as it is
    const onBackdrop = what === "the share card" ? ["dialog[open][aria-labelledby] h2"] : [];
    expect(await violations(page, onBackdrop)).toEqual([]);
  });
}

test.describe("on a first visit", () => {
  test.use({ firstVisit: true });
  const hideFor = (context: BrowserContext, name: string) =>
    context.addInitScript((hidden) => {
      if (window.origin !== "null") sessionStorage.setItem(hidden, "1");
    }, name);

  test("the question of age has no violation", async ({ page }) => {
    await page.goto("/");
    await expect(dialog(page, "年龄确认")).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test("the popup ad has no violation", async ({ page, context, site }) => {
    await context.addCookies([{ name: "adult", value: "1", url: site.url }]);
    await hideFor(context, "installShown");
    await page.goto("/");
    await expect(dialog(page, "弹窗广告")).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test("the card that offers installing has no violation", async ({ page, context, site }) => {
    await context.addCookies([{ name: "adult", value: "1", url: site.url }]);
    await hideFor(context, "popupAdShown");
    await page.goto("/");
    await page.mouse.wheel(0, 600);
    await expect(dialog(page, "安装应用")).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});

test.describe("in trouble", () => {
  test.use({ trouble: true });
  const failing = [
    ["a video that is missing", "/videoinfo?id=99999999", "视频不存在"],
    ["a search without results", "/sreinfo?searchStr=qqqqzzzz", ""],
    ["a refusal", `/sreinfo?searchStr=${"a".repeat(9_000)}`, "请求地址过长"],
  ] as const;
  for (const [what, address, words] of failing) {
    test(`${what} has no violation`, async ({ page }) => {
      await page.goto(address);
      await expect(page.getByText(words).first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  }

  test("forms with faults have no violation", async ({ page }) => {
    for (const [form, button] of [
      ["/login", "登录"],
      ["/feed", "提交"],
      ["/tx", /提现/],
    ] as const) {
      await page.goto(form);
      await page.getByRole("button", { name: button }).first().tap();
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
    }
  });

  test("a list that did not come has no violation", async ({ page }) => {
    await page.goto("/mine");
    await page.route("**/*.data*", (route) => route.abort());
    await page.getByRole("link", { name: "收藏" }).first().tap();
    await expect(page.getByText("网络异常，请稍后重试").first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});

test.describe("where something is wrong", () => {
  // the browser's console names every answer that is an error
  test.use({ trouble: true });

  test("the host's own page has no violation", async ({ page }) => {
    await page.goto(`/?${"x".repeat(8_100)}`);
    await expect(page.getByRole("heading", { name: "请求地址过长" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test("the error page has no violation", async ({ page }) => {
    await sendUnknownForm(page);
    await expect(page.getByText("请求编号")).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test("the screen of an ended session has no violation", async ({ page, upstream }) => {
    const answer = await page.request.get("/member.data");
    const code = /"code","(\d+)"/.exec(await answer.text())?.[1];
    const { end } = await accountOf(upstream.db, code);
    await end.expired();
    // it leads on after three seconds of its own clock
    await page.clock.install();
    await page.goto("/history");
    await expect(page.getByText("登录已过期，请重新登录")).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});

/** The addresses of the links to which a screen reader would give no name. */
async function unnamedLinks(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const links = async () => {
    const { nodes } = await devtools.send("Accessibility.getFullAXTree");
    return nodes.filter(({ ignored, role }) => !ignored && role?.value === "link");
  };
  const elements = page.locator("a[href]:not([aria-hidden] *)");
  // the tree follows the page by a frame
  await expect.poll(async () => (await links()).length - (await elements.count())).toBe(0);
  const unnamed = (await links()).filter(({ name }) => !name?.value);
  return Promise.all(
    unnamed.map(async ({ backendDOMNodeId }) => {
      const { node } = await devtools.send("DOM.describeNode", { backendNodeId: backendDOMNodeId });
      return String(node.attributes);
    }),
  );
}

test("links have their names before they are scrolled to", async ({ page, memberOn }) => {
  await page.goto("/");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  expect(await unnamedLinks(page)).toEqual([]);
  await (await memberOn(page)).keep("history", { count: 20 });
  await page.goto("/history");
  await expect(page.locator("main li a").first()).toBeVisible();
  expect(await unnamedLinks(page)).toEqual([]);
});

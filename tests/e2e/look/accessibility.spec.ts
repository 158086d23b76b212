import type { BrowserContext, Page } from "playwright/test";
import { accountOf } from "../../support/members/accounts.ts";
import { violations } from "../fixtures/axe.ts";
import { playerOn } from "../fixtures/playback.ts";
import { questions, screens } from "../fixtures/screens.ts";
import { expect, test } from "../fixtures/site.ts";
import { sendUnknownForm } from "../fixtures/unknown-form.ts";

test.describe.configure({ mode: "parallel" });

async function settled(page: Page) {
  await expect(page.locator('main[aria-busy="true"]')).toHaveCount(0);
}

/** Screens that are the same for every visitor; all others are checked as a guest and as a member. */
const sameForAll = new Set(
  [
    ...["", "category", "cateInfo", "taglist", "sreinfo", "sreach", "report", "leave", "login"],
    ...["setpaw", "setinfo", "centersetting", "agent", "tx", "order", "sign", "share", "codelist"],
    ...["feed", "service", "later"],
  ].map((path) => `/${path}${questions[path] ?? ""}`),
);

const [shared, personal] = [
  screens.filter((screen) => sameForAll.has(screen)),
  screens.filter((screen) => !sameForAll.has(screen)),
];

const asked = new Set<string>();
test.beforeEach(({ context }) => {
  asked.clear();
  context.on("request", (request) => asked.add(new URL(request.url()).origin));
});

async function expectNoViolation(page: Page, screen: string) {
  await page.goto(screen);
  await settled(page);
  expect.soft(await violations(page), screen).toEqual([]);
  expect.soft([...asked], `hosts asked by ${screen}`).toEqual([new URL(page.url()).origin]);
}

const GROUP = 7;
for (let first = 0; first < shared.length; first += GROUP) {
  const group = shared.slice(first, first + GROUP);
  const names = group.map((screen) => decodeURIComponent(screen).replace(/\?.*/, ""));
  test(`${names.join(", ")} have no violation, and ask no other host`, async ({ page }) => {
    test.slow();
    for (const screen of group)
      await test.step(decodeURIComponent(screen), () => expectNoViolation(page, screen));
  });
}

for (const screen of personal) {
  test(`${decodeURIComponent(screen)} has no violation and asks no other host, empty for a guest and full for a member`, async ({
    page,
    memberOn,
  }) => {
    await expectNoViolation(page, screen);
    const member = await memberOn(page);
    await member.makeVip();
    await member.keep("favourite", { count: 4 });
    await member.keep("history", { count: 4, hoursApart: 9 });
    await expectNoViolation(page, screen);
  });
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const tapped = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().tap();

// white on the darkened, blurred page (7:1), but axe sees the page itself as the background
const onBackdrop = ["dialog[open][aria-labelledby] h2"];

const opened: [string, (page: Page) => Promise<unknown>, string, string[]?][] = [
  ["the share card", tapped(/^分享/), "分享", onBackdrop],
  ["the sheet of episodes", tapped("选集"), "选集"],
  ["the report", tapped("举报"), "举报"],
  ["the player's settings", tapped(/^设置$/), "设置"],
  [
    "the pay sheet",
    async (page) => {
      const player = playerOn(page);
      await player.seek(14);
      await player.read((element) => element.play());
    },
    "付费影视",
  ],
];
test("no dialog of a watch page has a violation: share card, episodes, report, settings, pay sheet and mini player", async ({
  page,
}) => {
  await page.goto("/videoinfo?id=130001");
  await settled(page);
  const player = playerOn(page);
  await expect.poll(player.time).toBeGreaterThan(0.5);
  // paused, so that the preview does not end before its turn
  await player.read((element) => element.pause());
  for (const [what, open, name, except] of opened)
    await test.step(`${what} has none`, async () => {
      await open(page);
      await expect(dialog(page, name)).toBeVisible();
      expect(await violations(page, except)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(dialog(page, name)).toBeHidden();
    });
  await test.step("the mini player has none", async () => {
    await player.seek(3);
    await player.read((element) => element.play());
    await page.getByRole("link", { name: "返回" }).tap();
    await expect(page.getByRole("region", { name: "小窗播放" })).toBeVisible();
    await player.read((element) => element.pause());
    expect(await violations(page)).toEqual([]);
  });
});

test("the confirmation of clearing has no violation", async ({ page, memberOn }) => {
  await (await memberOn(page)).keep("favourite", { count: 1 });
  await page.goto("/collengt");
  await settled(page);
  await tapped("清空收藏")(page);
  await expect(dialog(page, "确认清空")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("the search suggestions have no violation", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("searchHistory", '["海边","森林"]'));
  await page.goto("/sreach");
  await settled(page);
  await page.getByRole("searchbox").fill("海");
  await expect(page.getByRole("group", { name: "影片" }).getByRole("option")).toHaveCount(8);
  await page.keyboard.press("ArrowDown");
  expect(await violations(page)).toEqual([]);
});

test.describe("on a first visit", () => {
  test.use({ firstVisit: true });
  const hideFor = (context: BrowserContext, name: string) =>
    context.addInitScript((hidden) => {
      if (window.origin !== "null") sessionStorage.setItem(hidden, "1");
    }, name);

  test("the age gate has no violation", async ({ page }) => {
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

  test("the install card has no violation", async ({ page, context, site }) => {
    await context.addCookies([{ name: "adult", value: "1", url: site.url }]);
    await hideFor(context, "popupAdShown");
    await page.goto("/");
    await page.mouse.wheel(0, 600);
    await expect(dialog(page, "安装应用")).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});

test.describe("with the network failing", () => {
  test.use({ mayLogErrors: true });
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

  test("forms with errors have no violation", async ({ page }) => {
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

  test("a list that failed to load has no violation", async ({ page }) => {
    await page.goto("/mine");
    await expect(page.getByText(/^ID：/)).toBeVisible();
    await page.route("**/*.data*", (route) => route.abort());
    await page.getByRole("link", { name: "收藏" }).first().tap();
    await expect(page.getByText("网络异常，请稍后重试").first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});

test.describe("error pages", () => {
  // the browser logs every error response
  test.use({ mayLogErrors: true });

  test("the host's own error page has no violation", async ({ page }) => {
    await page.goto(`/?${"x".repeat(8_100)}`);
    await expect(page.getByRole("heading", { name: "请求地址过长" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test("the error page has no violation", async ({ page }) => {
    await sendUnknownForm(page);
    await expect(page.getByText("请求编号")).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test("the page of an ended session has no violation", async ({ page, upstream }) => {
    const answer = await page.request.get("/member");
    const code = /"code":"(\d+)"/.exec(await answer.text())?.[1];
    const { end } = await accountOf(upstream.db, code);
    await end.expired();
    // the page redirects after three seconds by its clock
    await page.clock.install();
    await page.goto("/history");
    await expect(page.getByText("登录已过期，请重新登录")).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});

/** The addresses of links without an accessible name. */
async function unnamedLinks(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const links = async () => {
    const { nodes } = await devtools.send("Accessibility.getFullAXTree");
    return nodes.filter(({ ignored, role }) => !ignored && role?.value === "link");
  };
  const elements = page.locator("a[href]:not([aria-hidden] *)");
  // the accessibility tree is updated one frame later
  await expect.poll(async () => (await links()).length - (await elements.count())).toBe(0);
  const unnamed = (await links()).filter(({ name }) => !name?.value);
  return Promise.all(
    unnamed.map(async ({ backendDOMNodeId }) => {
      const { node } = await devtools.send("DOM.describeNode", { backendNodeId: backendDOMNodeId });
      return String(node.attributes);
    }),
  );
}

test("links have their names before they are scrolled into view", async ({ page, memberOn }) => {
  await page.goto("/");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  expect(await unnamedLinks(page)).toEqual([]);
  await (await memberOn(page)).keep("history", { count: 20 });
  await page.goto("/history");
  await expect(page.locator("main li a").first()).toBeVisible();
  expect(await unnamedLinks(page)).toEqual([]);
});

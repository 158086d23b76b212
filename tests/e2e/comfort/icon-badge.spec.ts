import type { Page } from "playwright/test";
import { runCommand } from "../../../server/upstream/operator/commands.ts";
import { drawn } from "../fixtures/drawn.ts";
import { codeOf } from "../fixtures/member-code.ts";
import { expect, test } from "../fixtures/site.ts";

const log = (page: Page) => page.getByRole("log", { name: "聊天记录" });
const isLook = (url: string) => /\/service\.data\?known=/.test(url);

/** As on an iPhone's home screen. */
const install = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, "standalone", { value: true }));

test("the installed site's icon is marked once support has answered, until the chat is read", async ({
  page,
  upstream,
}) => {
  const marks: string[] = [];
  const looks: string[] = [];
  page.on("request", (request) => isLook(request.url()) && looks.push(request.url()));
  await page.exposeFunction("mark", (what: string) => void marks.push(what));
  await page.addInitScript(() => {
    const { mark } = window as unknown as { mark: (what: string) => Promise<void> };
    navigator.setAppBadge = () => mark("set");
    navigator.clearAppBadge = () => mark("cleared");
  });
  await page.goto("/service");
  await page.getByPlaceholder("请输入内容").fill("充值之后多久到账？");
  await page.getByRole("button", { name: "发送", exact: true }).tap();
  await expect(log(page)).toContainText("您的消息已收到");
  await expect.poll(() => marks.at(-1)).toBe("cleared");

  await test.step("a tab does not look for answers", async () => {
    const code = page.waitForResponse(/\/install-[\w-]+\.js/);
    await page.goto("/");
    await code;
    looks.length = 0;
    await drawn(page);
    expect(looks).toEqual([]);
  });

  await install(page);
  const visitHome = async () => {
    const look = page.waitForResponse(
      (response) => isLook(response.url()) && new URL(page.url()).pathname === "/",
    );
    await page.goto("/");
    await look;
  };
  await test.step("what was read marks nothing", async () => {
    await visitHome();
    await drawn(page);
    expect(marks).not.toContain("set");
  });

  await test.step("a new answer does", async () => {
    await runCommand(upstream.db, ["chat", "reply", await codeOf(page), "2至10分钟内到账"]);
    await visitHome();
    await expect.poll(() => marks.at(-1)).toBe("set");
  });

  await test.step("reading it takes the mark away", async () => {
    await page.goto("/service");
    await expect(log(page)).toContainText("2至10分钟内到账");
    await expect.poll(() => marks.at(-1)).toBe("cleared");
    await visitHome();
    await drawn(page);
    expect(marks.filter((mark) => mark === "set")).toHaveLength(1);
  });
});

import type { Page } from "playwright/test";
import { violations } from "../fixtures/axe.ts";
import { codeOf } from "../fixtures/member-code.ts";
import { playerOn } from "../fixtures/playback.ts";
import { expect, showTab, test } from "../fixtures/site.ts";

const PIN = "2580";

const lockSwitch = (page: Page) => page.getByRole("switch", { name: "应用锁" });
const screenOn = (page: Page) => page.getByRole("dialog", { name: "已锁定" });
const pinField = (page: Page) => screenOn(page).getByLabel("密码");

async function setLock(page: Page, address = "/centersetting") {
  await page.goto(address);
  await lockSwitch(page).tap();
  const dialog = page.getByRole("dialog", { name: "打开应用锁" });
  for (const field of await dialog.locator("input").all()) await field.fill(PIN);
  await dialog.getByRole("button", { name: "确定" }).tap();
  await expect(lockSwitch(page)).toBeChecked();
}

async function tryPin(page: Page, pin: string) {
  await pinField(page).fill(pin);
  await screenOn(page).getByRole("button", { name: "解锁" }).tap();
}

async function leaveAndReturn(page: Page) {
  await showTab(page, "hidden");
  await showTab(page, "visible");
}

test("the lock is turned on by a PIN given twice, and off by the same one", async ({ page }) => {
  await page.goto("/centersetting");
  await lockSwitch(page).tap();
  const dialog = page.getByRole("dialog", { name: "打开应用锁" });
  const [first, second] = await dialog.locator("input").all();
  const confirm = dialog.getByRole("button", { name: "确定" });
  for (const [one, other, error] of [
    ["123", "123", "密码是4到8位数字"],
    ["12a4", "12a4", "密码是4到8位数字"],
    [PIN, "2581", "两次输入的密码不一样"],
  ] as const) {
    await first?.fill(one);
    await second?.fill(other);
    await confirm.tap();
    await expect(dialog.getByRole("alert")).toHaveText(error);
  }
  expect(await violations(page)).toEqual([]);
  await second?.fill(PIN);
  await confirm.tap();
  await expect(lockSwitch(page)).toBeChecked();
  const stored = await page.evaluate(() => localStorage.getItem("lock"));
  expect(stored).not.toContain(PIN);
  expect(JSON.parse(String(stored)).hash).toMatch(/^[0-9a-f]{64}$/);

  await lockSwitch(page).tap();
  const off = page.getByRole("dialog", { name: "关闭应用锁" });
  await off.getByLabel("密码").fill("0000");
  await off.getByRole("button", { name: "确定" }).tap();
  await expect(off.getByRole("alert")).toHaveText("密码不对");
  await off.getByLabel("密码").fill(PIN);
  await off.getByRole("button", { name: "确定" }).tap();
  await expect(lockSwitch(page)).not.toBeChecked();
  await leaveAndReturn(page);
  await expect(lockSwitch(page)).toBeVisible();
});

test("who comes back sees nothing before the PIN; pages of the same visit do not ask again, another tab does", async ({
  context,
  page,
}) => {
  await setLock(page);
  await page.goto("/");
  const film = page.getByRole("main").getByRole("link").first();
  await expect(film).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400);

  await leaveAndReturn(page);
  await expect(screenOn(page)).toBeVisible();
  await expect(film).toBeHidden();
  expect(await page.locator("body").ariaSnapshot()).not.toMatch(/main|link|img/);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(pinField(page)).toBeVisible();
  await tryPin(page, PIN);
  await expect(screenOn(page)).toBeHidden();
  await expect(film).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(400);
  await page.reload();
  await expect(film).toBeVisible();

  await test.step("a page that the browser has kept is locked, too", async () => {
    await page.evaluate(() => {
      sessionStorage.removeItem("unlocked");
      window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    });
    await expect(screenOn(page)).toBeVisible();
    await expect(film).toBeHidden();
  });

  const other = await context.newPage();
  await other.goto("/history");
  await expect(pinField(other)).toBeVisible();
  await expect(other.getByRole("main")).toBeHidden();

  await test.step("the lock is removed in one tab for all", async () => {
    await tryPin(page, PIN);
    await expect(film).toBeVisible();
    await page.goto("/centersetting");
    await lockSwitch(page).tap();
    await page.getByRole("dialog").getByLabel("密码").fill(PIN);
    await page.getByRole("dialog").getByRole("button", { name: "确定" }).tap();
    await expect(other.getByRole("main")).toBeVisible();
  });
});

test("from the third wrong PIN one waits, longer each time, also after reloading", async ({
  page,
}) => {
  await setLock(page);
  await page.clock.install();
  await leaveAndReturn(page);
  const wrong = async () => {
    await tryPin(page, "0000");
    await expect(pinField(page)).toHaveValue("");
  };
  const waits = screenOn(page).getByRole("button", { name: /^请在\d+秒后再试$/ });
  const seconds = async () => Number(/\d+/.exec((await waits.textContent()) ?? "")?.[0]);
  await wrong();
  await wrong();
  await expect(screenOn(page).getByRole("button", { name: "解锁" })).toBeEnabled();
  let before = 20;
  for (const longest of [30, 60]) {
    await wrong();
    await expect(waits).toBeDisabled();
    expect(await seconds()).toBeGreaterThan(before);
    expect(await seconds()).toBeLessThanOrEqual(longest);
    await page.reload();
    await expect(waits).toBeDisabled();
    expect(await seconds()).toBeGreaterThan(before);
    before = longest;
    await page.clock.fastForward(longest * 1_000);
  }
  await tryPin(page, PIN);
  await expect(screenOn(page)).toBeHidden();
});

test("a video is silent behind the lock, and dialogs stay below it", async ({ page }) => {
  await setLock(page);
  await page.goto("/videoinfo?id=130001");
  const player = playerOn(page);
  await expect.poll(player.time).toBeGreaterThan(0.5);
  await leaveAndReturn(page);
  await expect(pinField(page)).toBeVisible();
  await player.read((element) => element.play().catch(() => undefined));
  await expect.poll(player.paused).toBe(true);
  await page.evaluate(() => {
    const dialog = document.body.appendChild(document.createElement("dialog"));
    dialog.append(document.createElement("button"));
    dialog.showModal();
  });
  await tryPin(page, PIN);
  await expect(screenOn(page)).toBeHidden();
});

test("forgetting the PIN costs what the device knows, not the guest's account", async ({
  memberOn,
  page,
}) => {
  await setLock(page);
  await (await memberOn(page)).keep("history", { count: 2 });
  await page.goto("/history");
  await expect(page.getByRole("main").getByRole("link").first()).toHaveAttribute(
    "href",
    /videoinfo/,
  );
  const member = await codeOf(page);
  await leaveAndReturn(page);
  await screenOn(page).getByText("忘记密码？").tap();
  await screenOn(page).getByRole("button", { name: "清除并进入" }).tap();
  await expect(page.getByRole("heading", { name: "已清除" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.goto("/history");
  await expect(page.getByText("暂无浏览历史")).toBeVisible();
  expect(await codeOf(page)).toBe(member);
});

test("a finger or a face unlocks where the device has such an authenticator", async ({
  baseURL,
  context,
  page,
}) => {
  // an authenticator is asked for a domain only
  const site = new URL(String(baseURL));
  site.hostname = "localhost";
  await context.addCookies([{ name: "adult", value: "1", url: site.href }]);
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await setLock(page, new URL("/centersetting", site).href);
  const biometrics = page.getByRole("switch", { name: "指纹或面容解锁" });
  await biometrics.tap();
  await expect(biometrics).toBeChecked();

  await leaveAndReturn(page);
  const unlock = screenOn(page).getByRole("button", { name: "用指纹或面容解锁" });
  const setVerified = (isUserVerified: boolean) =>
    devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  await setVerified(false);
  await unlock.tap();
  await expect(screenOn(page).getByRole("alert")).toContainText("没有完成验证");
  await setVerified(true);
  await unlock.tap();
  await expect(screenOn(page)).toBeHidden();
  await biometrics.tap();
  await expect(biometrics).not.toBeChecked();
});

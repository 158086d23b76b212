import { accountOf } from "../../support/members/accounts.ts";
import { startGate } from "../../support/servers/pausable-upstream.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";
import { memberAnswer } from "../fixtures/drawn.ts";
import { expect, settingsFor, test } from "../fixtures/site.ts";

test.use({ mayLogErrors: true });

test("a session that ends after streaming has started is still reported", async ({ page }) => {
  await using upstream = await startTestUpstream();
  // slower than a page waits before it streams
  await using gate = await startGate(upstream.url, 500);
  await using site = await startSiteProgram({
    ...settingsFor({ ...upstream, url: gate.url }),
  });
  const { url } = site;
  const poll = async () => (await page.request.get(`${url}/member`)).text();
  const code = /"code":"(\d+)"/.exec(await poll())?.[1];
  await (await accountOf(upstream.db, code)).end.expired();

  const document = await page.goto(`${url}/collengt`);
  expect(document?.status()).toBe(200);
  const told = page.getByText("登录已过期，请重新登录");
  await expect(told).toBeVisible();
  await expect(page).toHaveURL(`${url}/login`);
  await expect(told).toHaveCount(0);

  // the end is announced once: pages without member data do not announce it again
  await page.clock.install();
  const known = memberAnswer(page);
  await page.goto(`${url}/`);
  await known;
  await page.clock.fastForward(4_000);
  await expect(page).toHaveURL(`${url}/`);
  expect(await poll()).not.toContain("expired");
});

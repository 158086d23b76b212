import { accountOf } from "../support/accounts.ts";
import { startGate } from "../support/gate.ts";
import { freePort, runProgram, temporaryFolder, untilReady } from "../support/program.ts";
import { startTestUpstream } from "../support/upstream.ts";
import { expect, test } from "./site.ts";

test.use({ trouble: true });

test("a page that has begun before its session turns out to be over tells so just the same", async ({
  page,
}) => {
  const upstream = await startTestUpstream();
  // slower than a page's patience
  const gate = await startGate(upstream.url, 500);
  const folder = await temporaryFolder();
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const { aesKey, aesIv, securityHeader } = upstream.settings;
  const program = runProgram("build/machine/main.js", [], {
    PORT,
    DATA_DIR: folder.path,
    UPSTREAM_URL: gate.url,
    UPSTREAM_AES_KEY: aesKey,
    UPSTREAM_AES_IV: aesIv,
    UPSTREAM_SECURITY_HEADER: securityHeader,
    SESSION_SECRET: "a-session-secret-of-thirty-two-characters",
  });
  await untilReady(program, url);
  const poll = async () => (await page.request.get(`${url}/member.data`)).text();
  const code = /"code","(\d+)"/.exec(await poll())?.[1];
  await (await accountOf(upstream.db, code)).end.expired();

  const document = await page.goto(`${url}/collengt`);
  expect(document?.status()).toBe(200);
  const told = page.getByText("登录已过期，请重新登录");
  await expect(told).toBeVisible();
  await expect(page).toHaveURL(`${url}/login`);
  await expect(told).toHaveCount(0);

  // the visitor was told once: pages that need no member are left in peace
  await page.goto(`${url}/`);
  await page.waitForTimeout(4_000);
  await expect(page).toHaveURL(`${url}/`);
  expect(await poll()).not.toContain("expired");

  await program.stop();
  await gate.stop();
  await upstream.stop();
  await folder.remove();
});

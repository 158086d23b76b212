import { expect, test } from "vitest";
import { startSite } from "../../support/servers/site.ts";
import { siteForThisFile } from "../../support/servers/site-for-file.ts";

const purgeToken = "a-token-for-purges";
const running = siteForThisFile({ purgeToken, trustProxy: 1 });

const purge = (site: typeof running.site, token: string, from: string) =>
  site.send("/purge", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "x-forwarded-for": from },
  });

test("without the right token, or if the site has none, the purge address does not exist", async () => {
  for (const token of ["", "a-token-for-purge", `${purgeToken}s`]) {
    expect((await purge(running.site, token, "203.0.113.1")).status).toBe(404);
  }
  const read = await running.site.send("/purge", {
    headers: { authorization: `Bearer ${purgeToken}` },
    redirect: "manual",
  });
  expect(read.status).not.toBe(204);
  await using without = await startSite(running.upstream.forSite, { trustProxy: 1 });
  expect((await purge(without, purgeToken, "203.0.113.1")).status).not.toBe(204);
});

test("attempts are limited per network, even with the right token", async () => {
  const tries = [];
  for (let count = 0; count < 21; count += 1)
    tries.push((await purge(running.site, "a-wrong-token-here", "203.0.113.2")).status);
  expect([...new Set(tries)]).toEqual([404, 429]);
  const refused = await purge(running.site, purgeToken, "203.0.113.2");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await purge(running.site, purgeToken, "203.0.113.3")).status).toBe(204);
});

test("a purged page is rendered again, and the limit of purges counts all networks together", async () => {
  await using site = await startSite(running.upstream.forSite, { purgeToken, trustProxy: 1 });
  const served = async () => {
    const page = await site.visit().request("/category");
    await page.text();
    return /cache;desc=(\w+)/.exec(page.headers.get("server-timing") ?? "")?.[1];
  };
  expect([await served(), await served()]).toEqual(["miss", "hit"]);
  expect((await purge(site, purgeToken, "203.0.113.4")).status).toBe(204);
  expect(await served()).toBe("miss");
  const rest = [];
  for (let count = 0; count < 10; count += 1)
    rest.push((await purge(site, purgeToken, `203.0.113.${10 + count}`)).status);
  expect(rest).toEqual([...Array<number>(9).fill(204), 429]);
});

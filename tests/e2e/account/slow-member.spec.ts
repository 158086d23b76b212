import { holdRequests } from "../fixtures/hold-requests.ts";
import { expect, test } from "../fixtures/site.ts";

test("a slow response about the member is awaited, and not requested again meanwhile", async ({
  page,
}) => {
  await page.clock.install();
  let asked = 0;
  page.on("request", (request) => {
    if (/\/member$/.test(request.url())) asked += 1;
  });
  const letGo = await holdRequests(page, /\/member$/);
  await page.goto("/category");
  await expect.poll(() => asked).toBe(1);
  for (let turn = 0; turn < 3; turn += 1) await page.clock.runFor(10_000);
  const answered = page.waitForResponse(/\/member$/);
  letGo();
  await answered;
  await page.clock.runFor(5_000);
  expect(asked).toBe(1);
  await page.clock.runFor(5_000);
  await expect.poll(() => asked).toBe(2);
});

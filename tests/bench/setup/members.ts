import type { BrowserContext } from "playwright/test";
import { codeOf } from "../../e2e/fixtures/member-code.ts";
import { memberOf } from "../../support/members/members.ts";
import type { startTestUpstream } from "../../support/servers/upstream.ts";

/** Makes a browser's visitor a member who may see all of every episode. */
export async function becomeVip(
  context: BrowserContext,
  { db }: Awaited<ReturnType<typeof startTestUpstream>>,
) {
  const page = await context.newPage();
  await page.goto("/mine");
  await memberOf(db, await codeOf(page)).makeVip();
  await page.close();
}

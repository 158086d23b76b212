import { libraryRecords } from "../../../server/upstream/db/member-schema.ts";
import { members } from "../../../server/upstream/db/schema.ts";
import { listen } from "../../support/servers/listen.ts";
import { passOn } from "../../support/servers/proxy.ts";
import { ownSite } from "../fixtures/own-site.ts";
import { expect } from "../fixtures/site.ts";

const LATE = "/videoinfo?id=100301";

/** A proxy in front of a site that holds answers for this address until they are released. */
async function startHolding(site: string, address: string) {
  const held: (() => void)[] = [];
  const front = await listen((incoming, response) => {
    if (incoming.url !== address) return passOn(site, incoming, response);
    passOn(site, incoming, response, {
      receive(answer) {
        held.push(() => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        });
      },
    });
  });
  const release = () => {
    for (const handOn of held.splice(0)) handOn();
  };
  return Object.assign(front, { held, release });
}

const test = ownSite<Awaited<ReturnType<typeof startHolding>>>(async ({ site }, use) => {
  await using front = await startHolding(site.url, LATE);
  await use(front);
});

test("two tabs opened at once by a new device are one guest with one history, even when one document is late", async ({
  page,
  context,
  own,
  upstream,
  memberOn,
}) => {
  const guests = async () => (await upstream.db.select().from(members)).length;
  const visits = async () => (await upstream.db.select().from(libraryRecords)).length;
  const before = { guests: await guests(), visits: await visits() };
  const late = await context.newPage();
  const opened = late.goto(LATE);
  await expect.poll(() => own.held).toHaveLength(1);
  await page.goto("/videoinfo?id=100302");
  await expect.poll(guests).toBe(before.guests + 1);
  const member = await memberOn(page);
  await expect.poll(() => member.kept("history")).toHaveLength(1);

  own.release();
  const document = await opened;
  expect(await document?.headerValue("set-cookie"), "a seed").toMatch(/^\w+=[0-9a-f-]{36};/);
  await expect.poll(visits).toBe(before.visits + 2);
  expect(await member.kept("history")).toHaveLength(2);
  expect(await guests()).toBe(before.guests + 1);
});

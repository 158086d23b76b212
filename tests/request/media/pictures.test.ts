import { chmod, readdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { listen } from "../../support/servers/listen.ts";
import { startPictureOrigin } from "../../support/servers/picture-origin.ts";
import { temporaryFolder } from "../../support/servers/program.ts";
import { phone, startSite } from "../../support/servers/site.ts";
import { startTestUpstream } from "../../support/servers/upstream.ts";

const avif = "image/avif,image/webp,image/*";
let upstream: Awaited<ReturnType<typeof startTestUpstream>>;
let origin: Awaited<ReturnType<typeof startPictureOrigin>>;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Awaited<ReturnType<typeof startSite>>;

const start = (path = folder.path) =>
  startSite(upstream.forSite, {
    pictures: { folder: path, maxBytes: 10_000_000, source: "test" },
    mediaOrigins: [new URL(origin.url("any")).origin],
  });

beforeAll(async () => {
  upstream = await startTestUpstream();
  origin = await startPictureOrigin();
});
afterAll(async () => {
  await origin.stop();
  await upstream.stop();
});

let number = 0;
let name = "";
beforeEach(async () => {
  number += 1;
  name = `picture-${number}.jpg`;
  // a folder per test: another test's pictures may still be being written
  folder = await temporaryFolder();
  site = await start();
});
afterEach(async () => {
  await site.stop();
  await folder.stop();
});

const ask = (query: string, init: RequestInit = {}, from = site, picture = name) =>
  from.visit().request(from.services.images.address(origin.url(picture)) + query, {
    ...init,
    headers: { accept: avif, "user-agent": phone, ...init.headers },
  });
const files = async () => {
  const entries = await readdir(folder.path, { recursive: true, withFileTypes: true });
  const written = entries.filter((one) => one.isFile() && !one.name.endsWith(".tmp"));
  return written.map((one) => join(one.parentPath, one.name));
};
/** Pictures are written to disk after the answer. */
const untilWritten = async () => {
  await expect.poll(async () => (await files()).length, { interval: 10 }).toBeGreaterThan(0);
};

test("an original is fetched once for any number of concurrent sizes and formats", async () => {
  const answers = await Promise.all(
    [180, 360, 540, 720].flatMap((width) =>
      [avif, "image/webp", "image/jpeg"].map((accept) =>
        ask(`?w=${width}`, { headers: { accept } }),
      ),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(origin.count(name)).toBe(1);
  const types = new Set(answers.map(({ headers }) => headers.get("content-type")));
  expect(types).toEqual(new Set(["image/avif", "image/webp", "image/jpeg"]));
});

test("a picture has a length, never expires, and is not sent twice", async () => {
  const response = await ask("?w=360");
  const bytes = await response.arrayBuffer();
  const { headers } = response;
  expect(headers.get("content-length")).toBe(String(bytes.byteLength));
  expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(headers.get("vary")).toBe("accept");
  const etag = headers.get("etag") ?? "";
  const again = await ask("?w=360", { headers: { "if-none-match": etag } });
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
  const head = await ask("?w=360", { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(String(bytes.byteLength));
  expect((await head.arrayBuffer()).byteLength).toBe(0);
});

test("pictures survive a restart, and are shared with a second process", async () => {
  const first = await ask("?w=360");
  const bytes = Buffer.from(await first.arrayBuffer());
  await untilWritten();
  await using other = await start();
  const again = await ask("?w=360", {}, other);
  expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
  expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
  expect(origin.count(name)).toBe(1);
});

test("a truncated file on disk is replaced", async () => {
  const first = Buffer.from(await (await ask("?w=360")).arrayBuffer());
  await untilWritten();
  const [path = ""] = await files();
  await truncate(path, 100);
  await using other = await start();
  const again = await ask("?w=360", {}, other);
  expect(again.status).toBe(200);
  expect(Buffer.from(await again.arrayBuffer()).equals(first)).toBe(true);
  expect(origin.count(name)).toBe(2);
});

test("members' pictures are cached only in memory", async () => {
  const address = site.services.images.privateAddress(origin.url(name));
  for (const query of ["?w=360", "?w=360&public", "?private=0&w=540"]) {
    const response = await site.visit().request(address + query, { headers: { accept: avif } });
    expect(response.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
    await response.arrayBuffer();
  }
  const stripped = address.replace("private.", "");
  expect((await site.visit().request(stripped)).status).toBe(404);
  // another picture, which is written later
  await ask("?w=360", {}, site, `other-${name}`);
  await untilWritten();
  expect(await files()).toHaveLength(1);
});

test("no query parameter makes a cover private", async () => {
  for (const query of ["?w=360&private", "?private=1&w=360", "?w=360&personal=true"]) {
    const response = await ask(query);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  }
});

test("with an unwritable disk, pictures are served without a disk cache", async () => {
  await using other = await start("/dev/null/pictures");
  expect((await ask("?w=360", {}, other)).status).toBe(200);
  const locked = await temporaryFolder();
  onTestFinished(async () => {
    await chmod(locked.path, 0o700);
    await locked.stop();
  });
  await chmod(locked.path, 0o500);
  await using third = await start(locked.path);
  expect((await ask("?w=360", {}, third)).status).toBe(200);
});

test("a missing or invalid cover is not requested again for some seconds", async () => {
  for (const picture of [`missing-${number}.jpg`, `broken-${number}.jpg`]) {
    for (const width of [180, 360, 540]) {
      const response = await ask(`?w=${width}`, {}, site, picture);
      expect([response.status, response.headers.get("cache-control")]).toEqual([
        502,
        "private, no-store",
      ]);
    }
    expect(origin.count(picture)).toBe(1);
  }
});

test("excess pictures are refused with Retry-After, and abandoned ones are not encoded", async () => {
  await using other = await start();
  origin.hold();
  onTestFinished(() => origin.release());
  const gone = new AbortController();
  const before = origin.total();
  const started = Array.from({ length: 16 }, (_, index) =>
    ask("?w=180", {}, other, `held-${number}-${index}.jpg`),
  );
  await expect.poll(origin.total, { interval: 5 }).toBeGreaterThanOrEqual(before + 16);
  // more than the queue takes, so that the first answer is a refusal
  const waiting = Array.from({ length: 420 }, (_, index) =>
    ask("?w=180", { signal: gone.signal }, other, `waiting-${number}-${index}.jpg`),
  );
  const refused = await Promise.any(waiting);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("2");
  expect(refused.headers.get("cache-control")).toBe("private, no-store");

  gone.abort();
  await Promise.allSettled(waiting);
  origin.release();
  for (const response of await Promise.all(started)) expect(response.status).toBe(200);
  expect((await ask("?w=180", {}, other, `refused-${number}.jpg`)).status).toBe(200);
  expect(origin.total()).toBe(before + 17);
});

test("pictures survive a change of the upstream's address, and stay private", async () => {
  await using empty = await listen((_incoming, response) => response.writeHead(404).end());
  const statusAt = async (url: string, source: string) => {
    const pictures = { folder: folder.path, maxBytes: 10_000_000, source };
    await using other = await startSite({ ...upstream.forSite, url }, { pictures });
    const path = `${other.services.images.address("/covers/aurora-1.svg")}?w=360`;
    const { status } = await other.visit().request(path, { headers: { accept: avif } });
    return status;
  };
  expect(await statusAt(upstream.url, "ours")).toBe(200);
  await untilWritten();
  expect(await statusAt(empty.url, "ours")).toBe(200);
  expect(await statusAt(empty.url, "another's")).toBe(502);
});

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createDownloader } from "./download.ts";

const usedBefore = new Set<unknown>();
let [requestCount, connectionCount] = [0, 0];
/**
 * Redirects if `to` is given, answers `/short` with its path, `/closed` only on a new connection, and everything else
 * with an endless body.
 */
const server = createServer((request, response) => {
  requestCount += 1;
  const { searchParams } = new URL(request.url ?? "", url);
  const location = searchParams.get("to");
  const status = Number(searchParams.get("status") ?? 302);
  if (location !== null) return response.writeHead(status, { location }).end();
  if (request.url?.startsWith("/short")) return response.end(request.url);
  if (request.url === "/closed" && usedBefore.has(request.socket)) return request.socket.destroy();
  usedBefore.add(request.socket);
  if (request.url === "/closed") return response.end("whole");
  response.write("a piece");
  const timer = setInterval(() => response.write("more"), 200);
  response.on("close", () => clearInterval(timer));
});
server.on("connection", () => {
  connectionCount += 1;
});
let url = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function downloaderFor(trusts: (url: string) => boolean, timeoutMs = 2_000) {
  const downloader = createDownloader({ timeoutMs, trusts });
  onTestFinished(() => downloader.close());
  return downloader;
}
const { signal } = new AbortController();

describe("an address that is neither the upstream's own nor configured by the operator", () => {
  const port = () => new URL(url).port;
  test.each([
    ["http", () => "http://1.1.1.1/file"],
    ["this machine", () => `https://127.0.0.1:${port()}/file`],
    ["this machine as one number", () => `https://2130706433:${port()}/file`],
    ["this machine within IPv6", () => `https://[::ffff:127.0.0.1]:${port()}/file`],
    ["this machine's IPv6", () => `https://[::1]:${port()}/file`],
    ["a private network", () => "https://10.0.0.1/file"],
    ["a cloud's metadata", () => "https://169.254.169.254/latest/meta-data"],
    ["credentials", () => "https://user:word@example.com/file"],
  ])("is not fetched: %s", async (_what, address) => {
    const downloader = downloaderFor(() => false);
    await expect(downloader.bytes(address(), 1_000)).rejects.toThrow(/^media: .* is neither https/);
    await expect(downloader.open(address(), {}, signal)).rejects.toThrow(/ is neither https/);
  });

  test("gets no connection if its name resolves to this machine", async () => {
    const before = connectionCount;
    const downloader = downloaderFor(() => false);
    const address = `https://localhost:${port()}/file`;
    await expect(downloader.bytes(address, 1_000)).rejects.toThrow("is not on the internet");
    await expect(downloader.open(address, {}, signal)).rejects.toThrow("is not on the internet");
    expect(connectionCount).toBe(before);
  });

  test("is not requested through a proxy if its name resolves to this machine", async () => {
    const before = connectionCount;
    const downloader = createDownloader({
      timeoutMs: 2_000,
      trusts: () => false,
      proxies: { others: { https: url } },
    });
    onTestFinished(() => downloader.close());
    const here = downloader.bytes(`https://localhost:${port()}/file`, 1_000);
    await expect(here).rejects.toThrow("neither https on the internet");
    expect(connectionCount).toBe(before);
    // names that cannot be resolved here are left to the proxy
    const elsewhere = downloader.bytes("https://media.invalid/file", 1_000);
    await expect(elsewhere).rejects.toThrow(`the proxy ${url}`);
    expect(connectionCount).toBe(before + 1);
  });

  test("is reported without its path", async () => {
    const failed = downloaderFor(() => false).bytes("https://10.0.0.1/secret", 1_000);
    await expect(failed).rejects.toThrow(/^media: https:\/\/10\.0\.0\.1 is neither/);
    await expect(failed).rejects.not.toThrow(/secret/);
  });
});

describe("a redirect", () => {
  const to = (location: string, status = 302) =>
    `${url}/?to=${encodeURIComponent(location)}&status=${status}`;

  test.each([301, 302, 303, 307, 308])(
    "with status %i is followed, and its target is reported",
    async (status) => {
      const found = await downloaderFor(() => true).text(to("/short/1?a=b", status));
      expect([found.text, found.url]).toEqual(["/short/1?a=b", `${url}/short/1?a=b`]);
    },
  );

  test("is followed five times at most", async () => {
    const times = (count: number): string => (count === 0 ? "/short" : to(times(count - 1)));
    const downloader = downloaderFor(() => true);
    expect((await downloader.bytes(times(5), 100)).toString()).toBe("/short");
    await expect(downloader.bytes(times(6), 100)).rejects.toThrow("too many or invalid redirects");
    const answer = await downloader.open(times(5), {}, signal);
    expect(await answer.body.text()).toBe("/short");
  });

  test.each([
    ["this machine", () => `https://127.0.0.1:${new URL(url).port}/short`],
    ["a private network", () => "https://10.0.0.1/short"],
    ["http", () => "http://1.1.1.1/short"],
    ["credentials", () => "https://user:word@example.com/short"],
    ["a file of this machine", () => "file:///etc/passwd"],
  ])("to %s is checked like the first address", async (_what, location) => {
    const downloader = downloaderFor((address) => address.startsWith(`${url}/?`));
    await expect(downloader.bytes(to(location()), 100)).rejects.toThrow(/is neither https/);
    await expect(downloader.open(to(location()), {}, signal)).rejects.toThrow(/is neither https/);
  });

  test("to a trusted address is followed only from a trusted one", async () => {
    // asked about the first address before its request (true) and after its redirect (false);
    // the target would be trusted (true)
    const answers = [true, false, true];
    const downloader = downloaderFor(() => answers.shift() ?? false);
    await expect(downloader.bytes(to("/short"), 100)).rejects.toThrow(/is neither https/);
  });

  test("to an invalid address is a fault", async () => {
    await expect(downloaderFor(() => true).bytes(to("http://"), 100)).rejects.toThrow(/or invalid/);
  });
});

test("a connection that the server closes when it is used again is replaced by another", async () => {
  const downloader = downloaderFor(() => true);
  for (let times = 0; times < 3; times += 1)
    expect(String(await downloader.bytes(`${url}/closed`, 1_000))).toBe("whole");
});

test("a file above the size limit is aborted", async () => {
  const before = requestCount;
  const endless = downloaderFor(() => true).bytes(`${url}/file`, 10);
  await expect(endless).rejects.toThrow("over 10 bytes");
  expect(requestCount).toBe(before + 1);
});

test("waiting for a free connection ends in a fault at the timeout", async () => {
  const downloader = createDownloader({ timeoutMs: 2_000, trusts: () => true, openStreams: 0 });
  onTestFinished(() => downloader.close());
  // these requests take all spare connections
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => downloader.open(`${url}/file`, {}, signal)),
  );
  await expect(downloader.open(`${url}/file`, {}, signal)).rejects.toThrow("media");
  for (const { body } of answers) body.on("error", () => undefined).destroy();
});

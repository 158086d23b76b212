import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createDownloader } from "../../upstream-client/download.ts";
import { createOriginals } from "./originals.ts";

const MEGABYTES = 1024 * 1024;

test("a picture from a slow origin arrives, even if others fill the cache meanwhile", async () => {
  let slow: ServerResponse | undefined;
  const origin = createServer((request, response) => {
    if (request.url === "/slow") slow = response;
    else response.end(Buffer.alloc(10 * MEGABYTES));
  });
  await new Promise<void>((resolve) => origin.listen(0, "127.0.0.1", resolve));
  const downloader = createDownloader({ timeoutMs: 10_000, trusts: () => true });
  onTestFinished(async () => {
    await downloader.close();
    origin.close();
  });
  const { port } = origin.address() as AddressInfo;
  const originals = createOriginals(downloader, 24 * MEGABYTES);
  const fetch = (path: string) => originals.fetch(`http://127.0.0.1:${port}/${path}`);

  const waiting = fetch("slow");
  // more than the cache holds
  for (const other of ["one", "two", "three", "four"]) await fetch(other);
  slow?.end("a picture");
  expect((await waiting).toString()).toBe("a picture");
});

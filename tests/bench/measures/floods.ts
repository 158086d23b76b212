import { connect, type Socket } from "node:net";
import { type BrowserContext, chromium, type Page } from "playwright/test";
import { codeOf } from "../../e2e/fixtures/member-code.ts";
import { skipFirstVisit } from "../../e2e/fixtures/site.ts";
import { disposable } from "../../support/disposable.ts";
import { memberOf } from "../../support/members/members.ts";
import { compare, type Measured, type MeasureOptions, median } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { megabytes } from "../setup/cores.ts";
import { startSiteToMeasure } from "../setup/servers.ts";
import { launchOptions, phone } from "../setup/slow-phone.ts";

/**
 * A member watches while another reads streams without taking anything, or sends uploads that never end, from one address
 * and from many: whether the picture stops, how long a seek to what is not loaded takes, and what the process holds.
 * `npm run build && npx tsx tests/bench/measures/floods.ts`.
 */

const group = "floods";
/** In MB: what a site holds at rest, uploads twice (`UPLOAD_MEMORY_MB`) as they are joined, and a thousand connections. */
const MEMORY_GOAL = 256 + 2 * 64 + 128;
const UPLOAD_BYTES = 9 * 1024 * 1024;
const halfUpload = Buffer.alloc(UPLOAD_BYTES / 2, "a");
/** In seconds, each far from the one before. */
const PLACES = [300, 900, 150, 1_200, 600, 1_050, 450];
const WATCHED_MS = 5_000;

type Address = (index: number) => string;
const addresses: Record<string, Address> = {
  "one address": () => "203.0.113.1",
  "many addresses": (index) => `198.${18 + (index >> 8)}.${index & 255}.1`,
};

/** So many sockets that have sent this and read nothing. */
function flood(site: string, count: number, send: (socket: Socket, index: number) => void) {
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = connect(Number(new URL(site).port), "127.0.0.1", () => send(socket, index));
    socket.on("error", () => undefined).pause();
    return socket;
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

const head = (line: string, headers: Record<string, string>) =>
  `${line} HTTP/1.1\r\n${Object.entries({ host: "site.test", ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;

/** The file behind the best rendition, as a member who may see all of it gets it. */
async function wholeFile(context: BrowserContext, code: string) {
  const read = async (path: string) => (await context.request.get(path)).text();
  const named = (text: string) => text.match(/^\/stream\/\S+/gm)?.at(-1) ?? "";
  const media = await read(named(await read(`/stream/${code}/0/0/index.m3u8`)));
  return /"(\/stream\/[^"]+\/media\.mp4)"/.exec(media)?.[1] ?? named(media);
}

/**
 * In milliseconds, how long the picture stood still from now on, how long it wanted bytes (the rest is the
 * browser's, which shares a core with the flood and the upstream), and what a seek takes after that.
 */
async function watch(page: Page, rounds: number) {
  const video = page.locator("video");
  const { still, starved } = await video.evaluate(
    (element: HTMLVideoElement, ms) =>
      new Promise<{ still: number; starved: number }>((resolve) => {
        const began = performance.now();
        const from = element.currentTime;
        let starved = 0;
        let last = began;
        const timer = setInterval(() => {
          const now = performance.now();
          if (element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) starved += now - last;
          last = now;
          if (now - began < ms) return;
          clearInterval(timer);
          resolve({ still: now - began - (element.currentTime - from) * 1_000, starved });
        }, 10);
      }),
    WATCHED_MS,
  );
  const seeks: number[] = [];
  for (const seconds of PLACES.slice(0, rounds)) {
    seeks.push(
      await video.evaluate(
        (element: HTMLVideoElement, to) =>
          new Promise<number>((resolve, reject) => {
            const began = performance.now();
            element.currentTime = to;
            element.requestVideoFrameCallback(() => resolve(performance.now() - began));
            setTimeout(() => reject(new Error(`no picture at ${to} s after a minute`)), 60_000);
          }),
        seconds,
      ),
    );
  }
  return { still: Math.max(0, still), starved, seek: median(seeks), longest: Math.max(...seeks) };
}

export async function measure({ quick }: MeasureOptions): Promise<Measured[]> {
  const [count, rounds] = quick ? [100, 2] : [1_000, PLACES.length];
  await using site = disposable(await startSiteToMeasure({ TRUST_PROXY: "1" }));
  await using browser = await chromium.launch(launchOptions);
  const open = async () => {
    const context = await browser.newContext({ ...phone, baseURL: site.url });
    await skipFirstVisit(context, site.url);
    const page = await context.newPage();
    await page.goto("/mine");
    await (await memberOf(site.upstream.db, await codeOf(page))).makeVip();
    return { context, page };
  };
  const code = "100301";
  const attacker = await open();
  await attacker.page.close();
  const path = await wholeFile(attacker.context, code);
  const cookies = await attacker.context.cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const { page } = await open();
  await page.goto(`/videoinfo?id=${code}`);
  await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 1);

  const before = { ...(await watch(page, rounds)), held: megabytes(site.pid) };
  const rows: Measured[] = [
    { group, what: "nothing else: held", value: before.held, unit: "MB" },
    { group, what: "nothing else: picture stood still", value: before.still, unit: "ms" },
  ];
  const kinds: Record<string, (address: Address) => (socket: Socket, index: number) => void> = {
    "slow readers": (address) => (socket, index) =>
      socket.write(head(`GET ${path}`, { cookie, "x-forwarded-for": address(index) })),
    // as many as a connection may (`server/http/pipelining.ts`)
    "slow readers of two each": (address) => (socket, index) =>
      socket.write(head(`GET ${path}`, { cookie, "x-forwarded-for": address(index) }).repeat(2)),
    "half-sent uploads": (address) => (socket, index) => {
      const type = "multipart/form-data; boundary=x";
      const length = String(UPLOAD_BYTES);
      const forwarded = address(index);
      socket.write(
        head("POST /upload", {
          "x-forwarded-for": forwarded,
          "content-type": type,
          "content-length": length,
        }),
      );
      socket.write(halfUpload);
    },
  };
  for (const [kind, sending] of Object.entries(kinds)) {
    for (const [from, address] of Object.entries(addresses)) {
      const stop = flood(site.url, count, sending(address));
      let held = 0;
      const timer = setInterval(() => {
        held = Math.max(held, megabytes(site.pid));
      }, 100);
      const { seek, longest, still, starved } = await watch(page, rounds);
      clearInterval(timer);
      stop();
      const what = `${count} ${kind} from ${from}`;
      rows.push(
        compare(
          { group, what: `${what}: a seek`, value: seek, unit: "ms" },
          { what: "without", value: before.seek },
        ),
        { group, what: `${what}: the longest seek`, value: longest, unit: "ms" },
        { group, what: `${what}: picture stood still`, value: still, unit: "ms" },
        {
          group,
          what: `${what}: for want of bytes`,
          value: starved,
          unit: "ms",
          goal: { atMost: 100 },
        },
        { group, what: `${what}: held`, value: held, unit: "MB", goal: { atMost: MEMORY_GOAL } },
      );
    }
  }
  return rows;
}

runAlone(import.meta.url, measure);

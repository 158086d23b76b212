import { readFile } from "node:fs/promises";
import { Agent, request } from "undici";
import { listen } from "../../support/servers/listen.ts";
import {
  freePort,
  runProgram,
  temporaryFolder,
  untilReady,
} from "../../support/servers/program.ts";
import { phone } from "../../support/servers/site.ts";
import { compare, type Measured, median } from "../report/report.ts";

/**
 * What pictures cost: a page while a thousand of them are drawn, beside a bare Node server with the page's bytes, asked
 * in turn with it; a picture that is there already, beside a bare server with the picture's; a picture that is not.
 * `npm run build && npx tsx tests/bench/measures/pictures.ts`.
 */

const PICTURES = 1_000;
const WIDTHS = [180, 360, 540, 720, 1080];
const ROUNDS = 200;
/** As many as some phones ask for at once. */
const AT_ONCE = 60;
const GROUP = "pictures";

const connections = new Agent({ connections: 128 });

/** As old and new browsers ask. */
const ACCEPTED = ["image/avif,image/webp", "image/webp", "image/*"];

async function get(url: string, accept = ACCEPTED[0]) {
  const started = performance.now();
  const headers = { accept, "user-agent": phone, cookie: "adult=1" };
  const answer = await request(url, { dispatcher: connections, headers });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, bytes, ms: performance.now() - started };
}

async function inTurn(count: number, ask: () => Promise<{ ms: number }>) {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) times.push((await ask()).ms);
  return median(times);
}

/** The addresses of the covers that the home page names. */
async function covers(site: string): Promise<string[]> {
  const html = (await get(`${site}/`, "text/html")).bytes.toString();
  return [...new Set(Array.from(html.matchAll(/\/image\/[\w.-]+/g), ([address]) => address))];
}

const startBare = (bytes: Buffer) =>
  listen((_incoming, response) => {
    response.writeHead(200, { "content-length": bytes.length }).end(bytes);
  });

async function startSite(dataDir: string) {
  const PORT = String(await freePort());
  const program = runProgram("build/machine/main.js", [], { PORT, DATA_DIR: dataDir });
  const url = `http://127.0.0.1:${PORT}`;
  await untilReady(program, url);
  return { url, pid: program.child.pid ?? 0, stop: () => program.stop() };
}

/** Megabytes that the process itself holds; the embedded upstream is another one. */
async function residentMemory(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Asks for all of them, so many at a time; how often each status was the answer. */
async function askForAll(wanted: { url: string; accept: string | undefined }[]) {
  const [left, statuses] = [[...wanted], new Map<number, number>()];
  const worker = async () => {
    for (let one = left.pop(); one; one = left.pop()) {
      const { status } = await get(one.url, one.accept);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return statuses;
}

export async function measure(): Promise<Measured[]> {
  const folder = await temporaryFolder();
  let site = await startSite(folder.path);
  try {
    const addresses = await covers(site.url);
    const urls = addresses.flatMap((address) => WIDTHS.map((width) => `${address}?w=${width}`));
    const page = () => get(`${site.url}/`, "text/html");
    await inTurn(20, page);
    const idle = await inTurn(ROUNDS, page);
    const barePage = await startBare((await page()).bytes);

    const [first = "", ...others] = urls;
    const cold: number[] = [];
    for (const url of [first, ...others.splice(0, 20)]) cold.push((await get(site.url + url)).ms);

    const started = performance.now();
    let drawing = true;
    const wanted = ACCEPTED.flatMap((accept) =>
      others.map((path) => ({ url: site.url + path, accept })),
    ).slice(0, PICTURES);
    const all = askForAll(wanted).finally(() => {
      drawing = false;
    });
    const [ownTimes, bareTimes]: [number[], number[]] = [[], []];
    while (drawing) {
      ownTimes.push((await page()).ms);
      bareTimes.push((await get(barePage.url)).ms);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const statuses = await all;
    await barePage.stop();
    const seconds = (performance.now() - started) / 1000;
    const memory = await residentMemory(site.pid);

    const sample = (await get(site.url + first)).bytes;
    const bare = await startBare(sample);
    await inTurn(50, () => get(bare.url));
    const bareHit = await inTurn(ROUNDS, () => get(bare.url));
    const memoryHit = await inTurn(ROUNDS, () => get(site.url + first));
    await site.stop();
    site = await startSite(folder.path);
    const unread = others.slice(0, ROUNDS);
    for (const url of unread.splice(0, 20)) await get(site.url + url, ACCEPTED[1]);
    const diskHit = median(
      await unread.reduce<Promise<number[]>>(
        async (times, url) => [...(await times), (await get(site.url + url, ACCEPTED[1])).ms],
        Promise.resolve([]),
      ),
    );
    await bare.stop();

    const bareServer = { what: "bare Node server", value: bareHit };
    return [
      compare(
        {
          group: GROUP,
          what: `home page, p50, while ${wanted.length} pictures are drawn`,
          value: median(ownTimes),
          unit: "ms",
          goal: { atMost: 3 },
        },
        { what: "bare Node server meanwhile", value: median(bareTimes) },
      ),
      { group: GROUP, what: "home page, p50, on the idle site", value: idle, unit: "ms" },
      { group: GROUP, what: "drawn in a second", value: wanted.length / seconds, unit: "pictures" },
      {
        group: GROUP,
        what: "answers other than 200 meanwhile",
        value: wanted.length - (statuses.get(200) ?? 0),
        unit: "",
        goal: { atMost: 0 },
      },
      {
        group: GROUP,
        what: "one that was never drawn, p50",
        value: median(cold),
        unit: "ms",
        goal: { atMost: 500 },
      },
      compare(
        { group: GROUP, what: "hit in memory, p50", value: memoryHit, unit: "ms" },
        bareServer,
      ),
      compare(
        { group: GROUP, what: "hit on disk after a restart, p50", value: diskHit, unit: "ms" },
        bareServer,
      ),
      {
        group: GROUP,
        what: `resident memory after ${wanted.length} pictures`,
        value: memory,
        unit: "MB",
      },
    ];
  } finally {
    await site.stop();
    await folder.stop();
  }
}

if (process.argv[1]?.endsWith("bench/pictures.ts")) console.table(await measure());

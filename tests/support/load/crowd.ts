import { setTimeout as wait } from "node:timers/promises";
import { createVisitor } from "../servers/site.ts";

/** The results of a crowd's requests. */
export interface CrowdReport {
  requests: number;
  posts: number;
  /** Requests that failed or got an error status. */
  failures: string[];
  /** In milliseconds. */
  p50: number;
  p99: number;
}

/** The pause between a visitor's requests, in milliseconds. */
const PAUSE_MS = { least: 300, most: 1_100 };
const VIDEO = "130001";
const item = encodeURIComponent(
  JSON.stringify({ path: "", sonTypeCode: "81,82", code: "34", title: "华语大制作" }),
);
const searches = ["海边", "日落", "山", "极光", "夜"];

/**
 * Starts visitors with separate sessions who browse and sometimes send a form, each within the rate limits, until `end`
 * is called.
 */
export function startCrowd(url: string, visitors: number) {
  const took: number[] = [];
  const failures: string[] = [];
  let posts = 0;
  let ended = false;

  async function browse(number: number) {
    const visitor = createVisitor(fetch, url);
    const ask = async (path: string, init: RequestInit = {}) => {
      const started = performance.now();
      try {
        const answer = await visitor.request(path, { redirect: "manual", ...init });
        const text = await answer.text();
        took.push(performance.now() - started);
        if (answer.status >= 400) failures.push(`${path}: ${answer.status} ${text.slice(0, 60)}`);
        return text;
      } catch (error) {
        failures.push(`${path}: ${error instanceof Error ? error.message : error}`);
        return "";
      }
    };
    const send = (path: string, fields: Record<string, string>) => {
      posts += 1;
      return ask(path, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { origin: url },
      });
    };
    const pictures = (html: string) =>
      Promise.all(
        (html.match(/\/image\/[\w.-]+/g) ?? []).slice(0, 4).map((one) => ask(`${one}?w=180`)),
      );
    const act = (intent: string) => send(`/videoinfo.data?id=${VIDEO}`, { intent, video: VIDEO });
    const follow = async () => {
      const page = await ask(`/videoinfo?id=${VIDEO}`);
      const [master] = page.match(/\/stream\/[\w./-]+\/index\.m3u8/) ?? [];
      const [variant] =
        (master && (await ask(master)).match(/\/stream\/[\w./-]+\/index\.m3u8/)) || [];
      if (variant) await ask(variant);
    };
    const actions: ((turn: number) => Promise<unknown>)[] = [
      async () => pictures(await ask("/")),
      (turn) => ask(`/?page=${(turn % 3) + 2}`),
      follow,
      () => ask("/mine"),
      (turn) => ask(`/sreinfo.data?searchStr=${searches[turn % searches.length]}`),
      () => act("like"),
      () => ask(`/cateInfo?item=${item}`),
      () => ask("/member"),
      (turn) => act(turn % 2 ? "favourite" : "unfavourite"),
      () => ask("/collengt.data"),
      (turn) => (turn % 4 ? ask("/category") : send("/service.data", { text: `在吗 ${turn}` })),
      () => ask(`/videoinfo.data?id=${VIDEO}`),
    ];
    await wait(Math.random() * PAUSE_MS.most);
    // pages request the member first
    await ask("/member");
    for (let turn = number; !ended; turn += 1) {
      await actions[turn % actions.length]?.(Math.floor(turn / actions.length));
      await wait(PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least));
    }
  }

  const browsing = Array.from({ length: visitors }, (_, number) => browse(number));
  return {
    async end(): Promise<CrowdReport> {
      ended = true;
      await Promise.all(browsing);
      const sorted = took.sort((one, other) => one - other);
      const at = (share: number) => Math.round(sorted[Math.floor(share * sorted.length)] ?? 0);
      return { requests: sorted.length, posts, failures, p50: at(0.5), p99: at(0.99) };
    },
  };
}

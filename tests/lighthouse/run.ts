import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { z } from "zod";
import { startSiteProgram } from "../support/servers/program.ts";
import { createVisitor, phone } from "../support/servers/site.ts";

/** Judges the built site as Lighthouse does on a phone: `npm run lighthouse`. */

const MUST_BE_PERFECT = ["accessibility", "best-practices"];

const report = z.object({
  lhr: z.object({
    runtimeError: z.object({ message: z.string() }).optional(),
    categories: z.record(
      z.string(),
      z.object({
        score: z.number().nullable(),
        auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
      }),
    ),
    audits: z.record(
      z.string(),
      z.object({
        title: z.string(),
        score: z.number().nullable(),
        details: z.object({ items: z.unknown() }).partial().optional(),
      }),
    ),
  }),
});
type Report = z.output<typeof report>["lhr"];

/** Lighthouse has a package.json of its own: nobody else pays for its hundred packages. */
async function lighthouseItself() {
  const folder = new URL("./", import.meta.url);
  if (!existsSync(new URL("node_modules/", folder))) {
    execFileSync("npm", ["ci", "--no-fund", "--no-audit"], { cwd: folder, stdio: "inherit" });
  }
  const load = (file: string) => import(new URL(`node_modules/${file}`, folder).href);
  const [{ default: lighthouse }, { launch }] = await Promise.all([
    load("lighthouse/core/index.js"),
    load("chrome-launcher/dist/index.js"),
  ]);
  const chrome = await launch({
    chromePath: "/usr/bin/chromium",
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-proxy-server"],
  });
  // told apart by its own name, it would be sent what robots get
  const options = { port: chrome.port, logLevel: "error", emulatedUserAgent: phone };
  const once = async (url: string) => report.parse(await lighthouse(url, options)).lhr;
  return {
    /** What it could not record it asks to be run for again. */
    async judge(url: string) {
      const first = await once(url);
      return first.runtimeError ? once(url) : first;
    },
    stop: () => chrome.kill(),
  };
}

/** What costs a category points, most important first. */
const failedIn = ({ audits }: Report, { auditRefs }: Report["categories"][string]) =>
  auditRefs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .sort((one, other) => other.weight - one.weight)
    .map(({ id }) => ({ id, ...audits[id] }));

const site = await startSiteProgram({ AGE_GATE: "off" });
const lighthouse = await lighthouseItself();
const home = await createVisitor(fetch, site.url).read("/");
const video = /\/videoinfo\?id=\d+/.exec(home)?.[0];
const scores: Record<string, Record<string, number>> = {};
try {
  for (const path of ["/", "/sreinfo?searchStr=海", video ?? "/videoinfo", "/vip", "/mine"]) {
    const result = await lighthouse.judge(new URL(path, site.url).href);
    if (result.runtimeError) throw new Error(`${path}: ${result.runtimeError.message}`);
    scores[path] = {};
    for (const [name, category] of Object.entries(result.categories)) {
      const score = Math.round((category.score ?? 0) * 100);
      scores[path][name] = score;
      for (const { id, title, details } of failedIn(result, category)) {
        console.log(`${path} · ${name} · ${id}: ${title}`);
        if (!MUST_BE_PERFECT.includes(name) || !Array.isArray(details?.items)) continue;
        for (const item of details.items) console.log(JSON.stringify(item));
      }
    }
  }
} finally {
  lighthouse.stop();
  await site.stop();
}
console.table(scores);
const perfect = Object.values(scores).every((all) =>
  MUST_BE_PERFECT.every((name) => all[name] === 100),
);
process.exit(perfect ? 0 : 1);

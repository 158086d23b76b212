import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { createMetrics } from "../../server/observability/metrics.ts";

/** What a scrape names, before anything has happened; of histograms, what is made of them. */
async function printed(): Promise<Set<string>> {
  const metrics = createMetrics();
  metrics.follow(() => []);
  const { text } = await metrics.page();
  return new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
      type === "histogram" ? ["_bucket", "_sum", "_count"].map((part) => name + part) : [name],
    ),
  );
}

const namesIn = (expressions: string[]) =>
  new Set(expressions.flatMap((one) => one.match(/\b(site|process|nodejs)_\w+/g) ?? []));

const target = z.object({ expr: z.string() });
const dashboard = z.object({
  panels: z.array(z.object({ id: z.number(), targets: z.array(target).default([]) })),
});
const { panels } = dashboard.parse(JSON.parse(readFileSync("deploy/grafana.json", "utf8")));
const alerts = readFileSync("deploy/alerts.yaml", "utf8");
const drawn = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

test.each([
  ["deploy/grafana.json", drawn],
  ["deploy/alerts.yaml", [alerts]],
])("%s uses only metrics that the site prints", async (_file, expressions) => {
  const used = namesIn(expressions);
  expect(used.size).toBeGreaterThan(5);
  const known = await printed();
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
});

test("the dashboard draws every metric of the site, and each panel and alert has a name of its own", async () => {
  const used = namesIn(drawn);
  const own = [...(await printed())].filter((name) => /^site_/.test(name));
  const families = new Set(own.map((name) => name.replace(/_(bucket|sum|count)$/, "")));
  const undrawn = [...families].filter(
    (family) => ![...used].some((name) => name.startsWith(family)),
  );
  expect(undrawn).toEqual([]);
  for (const names of [panels.map(({ id }) => id), alerts.match(/(?<=- alert: )\w+/g) ?? []]) {
    expect(names.length).toBeGreaterThan(5);
    expect(new Set<unknown>(names).size).toBe(names.length);
  }
});

test("docs/operation.md describes every metric of the site", async () => {
  const text = readFileSync("docs/operation.md", "utf8");
  const described = new Set(
    [...text.matchAll(/^\| (`site_.*?) \|/gm)].flatMap(([, cell = ""]) => {
      const [first = "", ...rest] = [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
      // "`site_upstream_open`, `_faults`"
      const stem = first.split("_").slice(0, 2).join("_");
      return [first, ...rest.map((name) => (name.startsWith("_") ? stem + name : name))];
    }),
  );
  const own = [...(await printed())]
    .filter((name) => /^site_/.test(name))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ""));
  expect([...new Set(own)].filter((name) => !described.has(name))).toEqual([]);
});

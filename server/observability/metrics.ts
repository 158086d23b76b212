import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type AnswerReport, isPageData } from "../http/answer.ts";
import type { ServerHealth } from "../upstream-client/transport.ts";
import type { Observers } from "./observers.ts";

/** Steps of the histograms; those at which Google calls a page good and poor are among them. */
const buckets = {
  answer_seconds: [0.001, 0.005, 0.025, 0.1, 0.3, 1, 3, 10],
  upstream_call_seconds: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
  render_seconds: [0.002, 0.005, 0.01, 0.025, 0.1, 0.3, 1, 3],
  page_largest_paint_seconds: [0.5, 1, 1.5, 2.5, 4, 6, 10],
  page_interaction_seconds: [0.05, 0.1, 0.2, 0.35, 0.5, 1, 3],
  page_layout_shift: [0.01, 0.05, 0.1, 0.25, 0.5, 1],
  playback_first_frame_seconds: [0.2, 0.5, 1, 1.5, 2, 3, 5, 10, 30],
  playback_bitrate_bits: [250_000, 500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000, 16_000_000],
};

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * The site's metrics, each described in `docs/operation.md`. Passed to the parts of the site as observers, so that they
 * do not depend on the metrics.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `site_${name}_total`, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: keyof typeof buckets,
    help: string,
    ...labelNames: Label[]
  ) => new Histogram({ name: `site_${name}`, help, labelNames, registers, buckets: buckets[name] });
  const played = (name: string, help: string) =>
    counter(`playback_${name}`, help, "page", "quality", "source");

  const answers = histogram("answer_seconds", "From head to head", "kind", "status");
  const documents = counter("documents", "Answers with documents that many get", "cache");
  const renders = histogram("render_seconds", "Making a document that many get");
  const cached = counter("cache", "Questions to the cache of upstream answers, and loads", "event");
  const calls = histogram("upstream_call_seconds", "Tries of upstream calls", "call", "outcome");
  const pictures = counter("pictures", "Pictures asked for", "outcome");
  const refused = counter("refused", "What visitors did too often", "what");
  const violations = counter("csp_violations", "What browsers stopped by the policy", "directive");
  const paints = histogram("page_largest_paint_seconds", "LCP in browsers", "page");
  const interactions = histogram("page_interaction_seconds", "INP in browsers", "page");
  const shifts = histogram("page_layout_shift", "CLS in browsers", "page");
  const firstFrames = histogram("playback_first_frame_seconds", "From a tap", "page", "quality");
  const bitrates = histogram("playback_bitrate_bits", "Of what was loaded", "page", "quality");
  const stalls = played("stalls", "Times that playing stopped for want of data");
  const stalled = played("stalled_seconds", "Time that viewers waited in stalls");
  const failovers = played("failovers", "Dead sources replaced by another one");
  const errors = played("errors", "Times that viewers saw that nothing plays");
  const frames = played("frames", "Pictures that should have been shown");
  const dropped = played("dropped_frames", "Pictures that were not shown in time");

  const observers: Observers = {
    onCall: ({ name, outcome, ms }) => calls.observe({ call: name, outcome }, ms / 1_000),
    onCached: (event) => cached.inc({ event }),
    onPicture: (outcome) => pictures.inc({ outcome }),
    onRefused: (what) => refused.inc({ what }),
    onWatched({ page, quality, source, ...report }) {
      const labels = { page, quality, source };
      const { firstFrame, bitrate } = report;
      if (firstFrame !== undefined) firstFrames.observe({ page, quality }, firstFrame / 1_000);
      if (bitrate !== undefined) bitrates.observe({ page, quality }, bitrate * 1_000);
      stalls.inc(labels, report.stalls);
      stalled.inc(labels, report.stalled / 1_000);
      failovers.inc(labels, report.failovers);
      errors.inc(labels, report.errors);
      frames.inc(labels, report.frames);
      dropped.inc(labels, report.dropped);
    },
    onPageSeen({ page, lcp, inp, cls }) {
      if (lcp !== undefined) paints.observe({ page }, lcp / 1_000);
      if (inp !== undefined) interactions.observe({ page }, inp / 1_000);
      if (cls !== undefined) shifts.observe({ page }, cls / 1_000);
    },
  };
  return {
    ...observers,
    onAnswer(report: AnswerReport) {
      const status = `${Math.floor(report.status / 100)}xx`;
      answers.observe({ kind: kindOf(report), status }, report.ms / 1_000);
      if (report.cache) documents.inc({ cache: report.cache });
    },
    /** A shared document was rendered in `ms` milliseconds. */
    onRendered: (ms: number) => renders.observe(ms / 1_000),
    /** A browser reported that this directive of the content security policy stopped something. */
    onViolation: (directive: string) => violations.inc({ directive }),
    /** Registers the state of the upstream's servers, read at each scrape. */
    follow: (health: () => ServerHealth[]) => followServers(registry, health),
    /** Prometheus' text format. */
    page: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}

/** Labels are positions in UPSTREAM_URL, from 1, because the addresses are private. */
function followServers(registry: Registry, health: () => ServerHealth[]) {
  const gauges = [
    ["open", "open", "1 while the server is left alone but for probes"],
    ["faults", "faults", "Faults in a row"],
    ["proxy_faults", "proxyFaults", "Faults in a row that were a proxy's"],
    ["running", "running", "Calls under way"],
    ["waiting", "waiting", "Calls that wait for their turn"],
  ] as const satisfies [string, keyof ServerHealth, string][];
  for (const [name, fact, help] of gauges) {
    new Gauge({
      name: `site_upstream_${name}`,
      help,
      labelNames: ["server"],
      registers: [registry],
      collect() {
        for (const [place, base] of health().entries()) {
          this.set({ server: place + 1 }, Number(base[fact]));
        }
      },
    });
  }
}

type AnswerKind = "document" | "data" | "action" | "file" | "image" | "stream" | "resource";

const resourcePaths =
  /^\/(member|access|cashier|manifest\.webmanifest|healthz|readyz|metrics)(\/|$)/;

/** A label of low cardinality, whatever the path. */
function kindOf({ method, pathname }: Pick<AnswerReport, "method" | "pathname">) {
  return method === "GET" || method === "HEAD" ? kindOfPath(pathname) : "action";
}

function kindOfPath(pathname: string): AnswerKind {
  if (isPageData(pathname)) return "data";
  if (pathname.startsWith("/image/")) return "image";
  if (pathname.startsWith("/stream/")) return "stream";
  if (resourcePaths.test(pathname)) return "resource";
  return pathname.startsWith("/assets/") || /\.\w+$/.test(pathname) ? "file" : "document";
}

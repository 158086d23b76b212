import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type AnswerObserver, type AnswerReport, isPageData } from "../http/answer.ts";
import type { ServerHealth } from "../upstream-client/transport.ts";
import type { Observers } from "./observers.ts";

/** In seconds. */
const buckets = {
  answer: [0.001, 0.005, 0.025, 0.1, 0.3, 1, 3, 10],
  call: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
  render: [0.002, 0.005, 0.01, 0.025, 0.1, 0.3, 1, 3],
  firstFrame: [0.2, 0.5, 1, 1.5, 2, 3, 5, 10, 30],
};

/** The site's metrics; `docs/operation.md` describes each. */
export interface Metrics extends Observers {
  onAnswer: AnswerObserver;
  /** A shared document was rendered in `ms` milliseconds. */
  onRendered: (ms: number) => void;
  /** A browser reported that this directive of the content security policy stopped something. */
  onViolation: (directive: string) => void;
  /** Registers the state of the upstream's servers, read at each scrape. */
  follow(health: () => ServerHealth[]): void;
  /** Prometheus' text format. */
  page(): Promise<{ type: string; text: string }>;
}

/** Passed to the parts of the site as observers, so that they do not depend on the metrics. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `site_${name}_total`, help, labelNames, registers });
  const seconds = <Label extends string>(
    name: string,
    help: string,
    limits: number[],
    ...labelNames: Label[]
  ) =>
    new Histogram({ name: `site_${name}_seconds`, help, labelNames, registers, buckets: limits });

  const answers = seconds(
    "answer",
    "From a request's head to its answer's",
    buckets.answer,
    "kind",
    "status",
  );
  const documents = counter("documents", "Answers with documents that many get", "cache");
  const renders = seconds("render", "Making a document that many get", buckets.render);
  const cached = counter("cache", "Questions to the cache of upstream answers, and loads", "event");
  const calls = seconds(
    "upstream_call",
    "Tries of upstream calls",
    buckets.call,
    "call",
    "outcome",
  );
  const pictures = counter("pictures", "Pictures asked for", "outcome");
  const refused = counter("refused", "What visitors did too often", "what");
  const firstFrames = seconds(
    "playback_first_frame",
    "From the tap to watch to the first frame, as browsers report it",
    buckets.firstFrame,
  );
  const stalls = counter("playback_stalls", "Times that playing stopped for want of data");
  const stalled = counter("playback_stalled_seconds", "Time that viewers waited in stalls");
  const failovers = counter("playback_failovers", "Dead sources replaced by another one");
  const violations = counter("csp_violations", "What browsers stopped by the policy", "directive");
  const errors = counter("playback_errors", "Times that viewers saw that nothing plays");

  return {
    onAnswer(report) {
      const status = `${Math.floor(report.status / 100)}xx`;
      answers.observe({ kind: kindOf(report), status }, report.ms / 1_000);
      if (report.cache) documents.inc({ cache: report.cache });
    },
    onRendered: (ms) => renders.observe(ms / 1_000),
    onCall: ({ name, outcome, ms }) => calls.observe({ call: name, outcome }, ms / 1_000),
    onCached: (event) => cached.inc({ event }),
    onPicture: (outcome) => pictures.inc({ outcome }),
    onRefused: (what) => refused.inc({ what }),
    onWatched(report) {
      if (report.firstFrame !== undefined) firstFrames.observe(report.firstFrame / 1_000);
      stalls.inc(report.stalls);
      stalled.inc(report.stalled / 1_000);
      failovers.inc(report.failovers);
      errors.inc(report.errors);
    },
    onViolation: (directive) => violations.inc({ directive }),
    follow: (health) => followServers(registry, health),
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

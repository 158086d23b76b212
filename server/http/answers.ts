import type { Logger } from "pino";

/** An answer whose head is ready. */
export interface AnswerReport {
  requestId: string;
  method: string;
  /** Without the query, which carries searches and codes. */
  pathname: string;
  status: number;
  /** From the request's head to the answer's, in milliseconds. */
  ms: number;
  /** Of the body as it is sent, where that is known beforehand. */
  bytes?: number | undefined;
  /** How the kept documents had to do with it; nothing for what is one visitor's own. */
  cache?: DocumentOutcome | undefined;
  /** Answered in front of the host. */
  kept?: boolean;
}
export type AnswerObserver = (report: AnswerReport) => void;

/** A kept document was sent, an old one because no new one came in time, or the visitor waited for a new one. */
export type DocumentOutcome = "hit" | "stale" | "miss";

/** In characters. */
const LONGEST_PATH = 200;
/** Asked every few seconds by machines, for as long as the site runs. */
const ofOperators = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * Writes the access log: a line for every answer but those for operators. Sealed parts of addresses are left out:
 * they are tickets, and long.
 */
export function logAnswers(log: Logger): AnswerObserver {
  return (report) => {
    if (ofOperators.has(report.pathname)) return;
    const path = report.pathname.replace(/^(\/(?:image|stream)\/)[^/]+/, "$1…");
    const pathname = path.slice(0, LONGEST_PATH);
    // spread whole: leaving fields out by a rest takes longer than all else that a line needs
    log.info({ ...report, pathname, ms: Math.round(report.ms * 10) / 10 }, "request");
  };
}

/** Names and milliseconds for a browser's developer tools; nothing of how it came about. */
export const serverTiming = ({ ms, cache }: Pick<AnswerReport, "ms" | "cache">): string =>
  `${cache ? `cache;desc=${cache}, ` : ""}total;dur=${ms.toFixed(1)}`;

export type AnswerKind = "document" | "data" | "action" | "file" | "image" | "stream" | "resource";

const resources = /^\/(member|access|cashier|manifest\.webmanifest|healthz|readyz|metrics)(\/|$)/;

/** What an answer was about, in a few words that no visitor can make more of. */
export function kindOf({ method, pathname }: Pick<AnswerReport, "method" | "pathname">) {
  return method === "GET" || method === "HEAD" ? kindOfPath(pathname) : "action";
}

function kindOfPath(pathname: string): AnswerKind {
  if (pathname.endsWith(".data")) return "data";
  if (pathname.startsWith("/image/")) return "image";
  if (pathname.startsWith("/stream/")) return "stream";
  if (resources.test(pathname)) return "resource";
  return pathname.startsWith("/assets/") || /\.\w+$/.test(pathname) ? "file" : "document";
}

import type { Logger } from "pino";
import type { AnswerObserver } from "./answer.ts";

/** In characters; longer paths are truncated. */
const MAX_PATH = 200;
/** Polled every few seconds by monitoring. */
const operatorPaths = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * Logs a line for every answer except operators' endpoints. Sealed parts of addresses are omitted, because they are
 * tickets, and long.
 */
export function accessLog(log: Logger): AnswerObserver {
  return (report) => {
    if (operatorPaths.has(report.pathname)) return;
    const path = report.pathname.replace(/^(\/(?:image|stream)\/)[^/]+/, "$1…");
    const pathname = path.slice(0, MAX_PATH);
    // no rest pattern to omit fields: it takes longer than the rest of the line
    log.info({ ...report, pathname, ms: Math.round(report.ms * 10) / 10 }, "request");
  };
}

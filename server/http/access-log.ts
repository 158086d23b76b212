import type { Logger } from "pino";
import type { AnswerObserver } from "./answer.ts";

/** In characters. */
const MAX_PATH = 200;
/** Asked every few seconds by machines, for as long as the site runs. */
const operatorPaths = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * A line for every answer but those for operators. The sealed parts of addresses are left out: they are tickets, and
 * long.
 */
export function accessLog(log: Logger): AnswerObserver {
  return (report) => {
    if (operatorPaths.has(report.pathname)) return;
    const path = report.pathname.replace(/^(\/(?:image|stream)\/)[^/]+/, "$1…");
    const pathname = path.slice(0, MAX_PATH);
    // spread whole: leaving fields out by a rest takes longer than all else that a line needs
    log.info({ ...report, pathname, ms: Math.round(report.ms * 10) / 10 }, "request");
  };
}

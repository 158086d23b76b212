import { errors } from "undici";
import { UpstreamFault } from "./errors.ts";

const neverConnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** What an error of the network means for `call`, and what to do about it. */
export function networkFault(call: string, base: string, error: unknown): UpstreamFault {
  const code = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? "") : "";
  if (neverConnected.has(code)) {
    const message = `${call}: cannot connect to ${base} (${code}). Check UPSTREAM_URL and that the upstream runs.`;
    return new UpstreamFault(message, { kind: "unreachable", cause: error });
  }
  if (error instanceof errors.SocketError || code === "ECONNRESET" || code === "EPIPE") {
    const message = `${call}: the connection broke off before the answer was whole. Look at the upstream's own log.`;
    return new UpstreamFault(message, { kind: "broken", cause: error });
  }
  return new UpstreamFault(`${call}: ${String(error)}.`, { kind: "broken", cause: error });
}

export const timeoutFault = (call: string, ms: number) =>
  new UpstreamFault(
    `${call}: no answer within ${Math.round(ms)} ms. Check the upstream's load, or raise UPSTREAM_TIMEOUT_MS.`,
    { kind: "timeout" },
  );

const advice: Record<number, string> = {
  401: "Check UPSTREAM_SECURITY_HEADER.",
  403: "Check UPSTREAM_SECURITY_HEADER.",
  404: "Check the path in UPSTREAM_URL.",
};

export const statusFault = (call: string, status: number) =>
  new UpstreamFault(
    `${call}: HTTP status ${status}. ${advice[status] ?? "Look at the upstream's own log."}`,
    { status },
  );

export const queueFault = (call: string, waiting: number) =>
  new UpstreamFault(
    `${call}: ${waiting} calls are waiting already. The upstream is too slow for this load.`,
    { kind: "busy" },
  );

export const pausedFault = (call: string) =>
  new UpstreamFault(
    `${call}: the upstream is down and looked at every 2 s. Check UPSTREAM_URL and that the upstream runs.`,
    { kind: "paused" },
  );

const aboutServer = new Set(["unreachable", "broken", "timeout", "unreadable"]);

/** Whether the fault says something about the whole server and not only about one call. */
export const isServerFault = ({ kind, status }: UpstreamFault): boolean =>
  aboutServer.has(kind) || (status !== undefined && status >= 500);

/** Whether the same server may do better in a moment. */
export const isTransient = ({ kind, status }: UpstreamFault): boolean =>
  kind === "unreachable" || kind === "broken" || status === 502 || status === 503 || status === 504;

/** Whether not a byte of the call can have arrived, so that even a write may go elsewhere. */
export const wasNeverSent = ({ kind }: UpstreamFault): boolean =>
  kind === "unreachable" || kind === "busy";

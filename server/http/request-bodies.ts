import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { MAX_UPLOAD_FORM_MB } from "../contract/rules.ts";
import { serverTexts } from "../texts.ts";
import { networkOf } from "./network-address.ts";
import { isUnsafe, refuse } from "./refusals.ts";

const KB = 1024;
const MB = 1024 * KB;

/** Limits for one kind of body: bytes in each body, in total and from one network; time to the last byte. */
interface Budget {
  each: number;
  total: number;
  network: number;
  withinMs: number;
}

/** Separate for each kind of body, so that a flood of one does not block the others. */
const budgetsOf = (maxUploadBytes: number) => ({
  /** The time suffices for a phone with a bad connection. */
  files: {
    each: MAX_UPLOAD_FORM_MB * MB,
    total: maxUploadBytes,
    network: maxUploadBytes / 2,
    withinMs: 60_000,
  },
  /** The longest text field holds a few thousand characters. */
  forms: { each: 256 * KB, total: 16 * MB, network: 4 * MB, withinMs: 10_000 },
  reports: { each: 2 * KB, total: 2 * MB, network: 512 * KB, withinMs: 5_000 },
});
type Budgets = Record<keyof ReturnType<typeof budgetsOf>, Budget>;

const UPLOAD_BYTES = 64 * MB;

/** At other addresses, parsing a multipart body would be wasted work. */
const acceptsFiles = /^\/(upload|service)(\.data)?$/;
const isReport = /^\/playback(\.data)?$/;

export const mayCarryFiles = (c: Context): boolean =>
  /^multipart\//i.test(c.req.header("content-type") ?? "");

const RETRY_SECONDS = 5;

interface Variables {
  Variables: { url: URL; address: string };
  Bindings: Partial<HttpBindings>;
}

/** Counts bytes by Content-Length; refuses a body without it, and closes the connection of a late body. */
export function limitRequestBodies(maxUploadBytes = UPLOAD_BYTES) {
  const budgets: Budgets = budgetsOf(maxUploadBytes);
  const inUse = new Map<string, number>();
  const add = (key: string, bytes: number) => {
    const sum = (inUse.get(key) ?? 0) + bytes;
    if (sum > 0) inUse.set(key, sum);
    else inUse.delete(key);
  };

  function reserve(kind: keyof Budgets, address: string, bytes: number): (() => void) | undefined {
    const { total, network } = budgets[kind];
    const bounds = [{ key: kind as string, max: total }];
    const from = networkOf(address);
    if (from) bounds.push({ key: `${kind}:${from}`, max: network });
    if (bounds.some(({ key, max }) => (inUse.get(key) ?? 0) + bytes > max)) return undefined;
    for (const { key } of bounds) add(key, bytes);
    return () => {
      for (const { key } of bounds) add(key, -bytes);
    };
  }

  return createMiddleware<Variables>(async (c, next) => {
    if (!isUnsafe(c.req.method)) return next();
    const { pathname } = c.get("url");
    const announced = c.req.header("content-length");
    if (announced === undefined && c.req.raw.body)
      return refuse(c, 411, serverTexts.lengthRequired);
    const length = Number(announced ?? 0);
    const hasFiles = mayCarryFiles(c);
    if (hasFiles && !acceptsFiles.test(pathname)) return refuse(c, 415, serverTexts.unreadableForm);
    const kind = hasFiles ? "files" : isReport.test(pathname) ? "reports" : "forms";
    const { each, withinMs } = budgets[kind];
    if (length > each) return refuse(c, 413, serverTexts.bodyTooLarge);
    const release = reserve(kind, c.get("address"), length);
    if (!release) {
      c.header("retry-after", String(RETRY_SECONDS));
      return refuse(c, 503, serverTexts.busy);
    }
    const incoming = c.env?.incoming;
    const timer = setTimeout(() => {
      if (incoming && !incoming.complete) incoming.destroy();
    }, withinMs);
    try {
      await next();
    } finally {
      clearTimeout(timer);
      release();
    }
  });
}

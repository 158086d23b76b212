import { createMiddleware } from "hono/factory";
import { refuse } from "./refusal-page.ts";

/** The largest request body that is read, in bytes. */
const MAX_BODY = 10 * 1024 * 1024;

const changes = (method: string) => !["GET", "HEAD", "OPTIONS"].includes(method);

/** A form or call that another site sends in the visitor's name. */
export const refuseForgery = createMiddleware<{ Variables: { url: URL } }>(async (c, next) => {
  if (changes(c.req.method)) {
    const site = c.req.header("sec-fetch-site");
    const origin = c.req.header("origin");
    const foreign = site !== undefined && site !== "same-origin" && site !== "none";
    if (foreign || (origin !== undefined && origin !== c.get("url").origin)) {
      return refuse(c, 403, "请求来源不被允许");
    }
  }
  return next();
});

/** A length must be announced, so that a body can be refused before it is read. */
export const refuseLargeBody = createMiddleware(async (c, next) => {
  if (changes(c.req.method)) {
    const length = c.req.header("content-length");
    if (length === undefined && c.req.raw.body) return refuse(c, 411, "请求缺少长度");
    if (Number(length ?? 0) > MAX_BODY) return refuse(c, 413, "请求内容过大");
  }
  return next();
});

import { Hono } from "hono";
import type { z } from "zod";
import type { Endpoint, EndpointGroups } from "../../contract/endpoint.ts";
import { MAX_UPLOAD_FORM_MB } from "../../contract/rules.ts";
import type { Codec } from "../../upstream-client/codec.ts";
import type { Database } from "../db/client.ts";
import { ApiError, badRequest, sessionExpired } from "../domain/api-error.ts";
import type { Member } from "../domain/members.ts";

export interface CallContext {
  db: Database;
  uploads: string;
  /** The origin at which the caller reached the upstream: the base of all addresses in answers. */
  origin: string;
  /** Throws code 8000 if read in a call that needs no member. */
  readonly member: Member;
  token: string;
  boughtMark: string;
  /** Whether a login revokes the account's other tokens. */
  singleSession: boolean;
}

type Handler<E extends Endpoint> = (
  body: z.output<E["body"]>,
  context: CallContext,
) => z.input<E["data"]> | Promise<z.input<E["data"]>>;

/** One handler per endpoint; a missing one is a type error. */
export type Handlers<C extends EndpointGroups> = {
  [Resource in keyof C]: { [Call in keyof C[Resource]]: Handler<C[Resource][Call]> };
};

const readBody = (endpoint: Endpoint, request: Request) => {
  if (endpoint.method === "GET") return {};
  return endpoint.encoding === "form" ? readForm(request) : readJson(request);
};

type AnyHandler = (body: unknown, context: CallContext) => unknown;

/** Answers 400 to an invalid body, 403 without the header, 8000, 10040 or SYS.0015 by token. */
export function implement<C extends EndpointGroups>(
  contract: C,
  handlers: Handlers<C>,
  options: Pick<CallContext, "db" | "uploads" | "boughtMark" | "singleSession"> & {
    codec: Codec;
    securityHeader: string;
    authenticate(token: string): Promise<Member>;
    /** Replaces the request's origin in addresses if the upstream is behind a proxy. */
    publicOrigin?: string;
    /** For internal errors; the caller gets HTTP 500 without details. */
    onFault(error: unknown): void;
  },
): Hono {
  const app = new Hono();
  const [headerName = "", headerValue = ""] = options.securityHeader.split(/:\s*/, 2);

  async function answer(endpoint: Endpoint, handler: AnyHandler, request: Request) {
    if (request.headers.get(headerName) !== headerValue) throw new ApiError(403, "安全标识不正确");
    const token = request.headers.get("token") ?? "";
    const member = endpoint.member && token ? await options.authenticate(token) : undefined;
    if (endpoint.member && !member) throw sessionExpired();
    const parsed = endpoint.body.safeParse(await readBody(endpoint, request));
    if (!parsed.success) {
      throw badRequest(`参数错误：${parsed.error.issues[0]?.path.join(".") || "请求内容"}`);
    }
    const data = await handler(parsed.data, {
      ...options,
      token,
      origin: options.publicOrigin ?? new URL(request.url).origin,
      get member() {
        if (!member) throw sessionExpired();
        return member;
      },
    });
    if (endpoint.answer === "msg") return { code: 0, msg: data };
    if (data === undefined) return { code: 0, msg: "操作成功" };
    return {
      code: 0,
      msg: "操作成功",
      data: endpoint.encrypted ? options.codec.encrypt(data) : data,
    };
  }

  for (const [resource, endpoints] of Object.entries(contract)) {
    for (const [call, endpoint] of Object.entries(endpoints)) {
      // the mapped type guarantees handler and argument, which entries() cannot express
      const handler = handlers[resource]?.[call] as AnyHandler;
      app.on(endpoint.method, endpoint.path, async (c) =>
        c.json(await answer(endpoint, handler, c.req.raw)),
      );
    }
  }
  app.onError((error, c) => {
    if (error instanceof ApiError) return c.json({ code: error.code, msg: error.message });
    options.onFault(error);
    return c.json({ code: 500, msg: "服务器开小差了，请稍后再试" }, 500);
  });
  return app;
}

const MEGABYTE = 1024 * 1024;
const MAX_JSON = MEGABYTE;

/** @throws {ApiError} 400 if the body is longer than `limit` bytes; @hono/node-server discards the rest */
async function readCapped(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLong = () => badRequest("请求内容过大");
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLong();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws {ApiError} 400: too long, not UTF-8 JSON, or with NULs, which PostgreSQL rejects */
async function readJson(request: Request): Promise<unknown> {
  const bytes = await readCapped(request, MAX_JSON);
  if (bytes.byteLength === 0) return {};
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\\u0000")) return JSON.parse(text);
  } catch {
    // rejected below
  }
  throw badRequest("请求内容不是有效的 JSON");
}

/** @throws {ApiError} 400 if the body is too long or not a multipart form */
async function readForm(request: Request): Promise<unknown> {
  const body = await readCapped(request, MAX_UPLOAD_FORM_MB * MEGABYTE);
  const type = request.headers.get("content-type") ?? "";
  try {
    if (!/^multipart\/form-data\b/i.test(type)) throw new Error("another kind of body");
    const form = await new Response(body, { headers: { "content-type": type } }).formData();
    return Object.fromEntries(form);
  } catch {
    throw badRequest("请求内容不是有效的表单");
  }
}

import type { z } from "zod";

/**
 * The single definition of an upstream call: the client is derived from it (`server/upstream-client/client.ts`), and
 * the reference upstream implements it (`server/upstream/http/implement.ts`).
 *
 * - `read` endpoints may be retried after a fault; `write` endpoints only if certainly nothing was sent.
 * - `shared` reads carry no visitor's token and are cached for all visitors.
 * - `member` calls need a member's token and are never cached.
 * - `anonymous` calls never carry a token, not even that of the BFF's own guest, which is registered with such a call.
 * - `encrypted` is what the reference upstream sends; the client accepts plain and encrypted data for any call.
 */
export interface Endpoint<
  Kind extends "read" | "write" = "read" | "write",
  Args extends unknown[] = never[],
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> {
  kind: Kind;
  method: "GET" | "POST";
  path: `/${string}`;
  /** Schema of the request body; the reference upstream validates it. */
  body: Body;
  /** Converts the caller's arguments to the request body. */
  send: (...args: Args) => z.input<Body>;
  /** Tolerant schema of the envelope's `data`; its output uses this project's names. */
  data: Data;
  member: boolean;
  anonymous: boolean;
  encrypted: boolean;
  shared: boolean;
  /** Request body's encoding; `form` for files. */
  encoding: "json" | "form";
  /** The call's result in the envelope: `data`, or the message for the visitor in `msg`. */
  answer: "data" | "msg";
}

interface Options<Args extends unknown[], Body extends z.ZodType, Data extends z.ZodType> {
  body: Body;
  send: (...args: Args) => z.input<Body>;
  data: Data;
  method?: "GET" | "POST";
  member?: boolean;
  anonymous?: boolean;
  encrypted?: boolean;
  encoding?: "json" | "form";
  answer?: "data" | "msg";
}

const defaults = {
  method: "POST",
  anonymous: false,
  encrypted: false,
  encoding: "json",
  answer: "data",
} as const;

/** A call without side effects. Its answer is shared between visitors unless `member` is set or `shared` is false. */
export function read<Args extends unknown[], Body extends z.ZodType, Data extends z.ZodType>(
  path: `/${string}`,
  options: Options<Args, Body, Data> & { shared?: boolean },
): Endpoint<"read", Args, Body, Data> {
  const { member = false, shared = !member } = options;
  return { ...defaults, ...options, kind: "read", path, member, shared };
}

/** A call with side effects: never cached. */
export function write<Args extends unknown[], Body extends z.ZodType, Data extends z.ZodType>(
  path: `/${string}`,
  options: Options<Args, Body, Data>,
): Endpoint<"write", Args, Body, Data> {
  const { member = false } = options;
  return { ...defaults, ...options, kind: "write", path, member, shared: false };
}

/** Endpoints grouped by resource: `contract.video.detail`. */
export type EndpointGroups = Record<string, Record<string, Endpoint>>;

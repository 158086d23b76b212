import type { z } from "zod";

/**
 * One call of the upstream, described once: the client is derived from it (`server/upstream-client/client.ts`) and the
 * reference upstream must implement it (`server/upstream/http/implement.ts`).
 *
 * - `read` endpoints may be repeated after a connection fault; `write` endpoints never are.
 * - `shared` reads carry no visitor's token and are cached for everybody.
 * - `member` calls need a member's token and are never cached.
 * - `anonymous` calls carry no token at all: the BFF's own guest, whose token other public calls may carry, is made by one.
 * - `encrypted` says what the reference upstream sends; the client accepts plain and encrypted data for any call.
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
  /** Schema of the wire body, which the reference upstream checks. */
  body: Body;
  /** Turns the caller's arguments into the wire body. */
  send: (...args: Args) => z.input<Body>;
  /** Tolerant schema of the envelope's `data`; its output is the product's own vocabulary. */
  data: Data;
  member: boolean;
  anonymous: boolean;
  encrypted: boolean;
  shared: boolean;
  /** How the body travels; a form carries files. */
  encoding: "json" | "form";
  /** What of a good envelope the caller is after: `data`, or the message for the visitor in `msg`. */
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

/** A call that only reads. Without `member` its answer is shared between visitors, unless `shared` is false. */
export function read<Args extends unknown[], Body extends z.ZodType, Data extends z.ZodType>(
  path: `/${string}`,
  options: Options<Args, Body, Data> & { shared?: boolean },
): Endpoint<"read", Args, Body, Data> {
  const { member = false, shared = !member } = options;
  return { ...defaults, ...options, kind: "read", path, member, shared };
}

/** A call that changes something: never cached, never repeated by the BFF. */
export function write<Args extends unknown[], Body extends z.ZodType, Data extends z.ZodType>(
  path: `/${string}`,
  options: Options<Args, Body, Data>,
): Endpoint<"write", Args, Body, Data> {
  const { member = false } = options;
  return { ...defaults, ...options, kind: "write", path, member, shared: false };
}

/** Endpoints grouped by resource: `contract.video.detail`. */
export type EndpointGroups = Record<string, Record<string, Endpoint>>;

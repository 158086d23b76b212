import type { z } from "zod";

/**
 * - `read` endpoints may be retried after a fault, `write` endpoints only if nothing was sent.
 * - `shared` reads carry no visitor's token and are cached for all visitors.
 * - `member` calls need a member's token and are never cached.
 * - `anonymous` calls never carry a token, not even that of the BFF's own guest.
 * - `encrypted` is what the reference upstream sends; the client accepts both for any call.
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
  /** Of the request; the reference upstream validates it. */
  body: Body;
  send: (...args: Args) => z.input<Body>;
  /** Tolerant, for the envelope's `data`; its output uses this project's names. */
  data: Data;
  member: boolean;
  anonymous: boolean;
  encrypted: boolean;
  shared: boolean;
  encoding: "json" | "form";
  /** The result: `data`, or the message for the visitor in `msg`. */
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

/** Shared between visitors unless `member` is set or `shared` is false. */
export function read<Args extends unknown[], Body extends z.ZodType, Data extends z.ZodType>(
  path: `/${string}`,
  options: Options<Args, Body, Data> & { shared?: boolean },
): Endpoint<"read", Args, Body, Data> {
  const { member = false, shared = !member } = options;
  return { ...defaults, ...options, kind: "read", path, member, shared };
}

export function write<Args extends unknown[], Body extends z.ZodType, Data extends z.ZodType>(
  path: `/${string}`,
  options: Options<Args, Body, Data>,
): Endpoint<"write", Args, Body, Data> {
  const { member = false } = options;
  return { ...defaults, ...options, kind: "write", path, member, shared: false };
}

/** By resource: `contract.video.detail`. */
export type EndpointGroups = Record<string, Record<string, Endpoint>>;

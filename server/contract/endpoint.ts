import { z } from "zod";
import { type Fields, ignored, nothing, type Theirs } from "./scalars.ts";

/**
 * - `read` endpoints may be retried after a fault, `write` endpoints only if nothing was sent.
 * - `shared` reads carry no visitor's token and are cached for all visitors.
 * - `member` calls need a member's token and are never cached.
 * - `anonymous` calls never carry a token, not even that of the BFF's own guest.
 * - `encrypted` says whether the reference upstream encrypts; the client accepts both for any call.
 */
export interface Endpoint<
  Kind extends "read" | "write" = "read" | "write",
  Args extends unknown[] = never[],
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> extends Required<Options<Args, Body, Data>> {
  kind: Kind;
  path: `/${string}`;
  shared: boolean;
}

interface Options<Args extends unknown[], Body extends z.ZodType, Data extends z.ZodType> {
  /** The request's body, which the reference upstream validates. */
  body: Body;
  toBody: (...args: Args) => z.input<Body>;
  /** Reads the envelope's `data` tolerantly; its output has this project's field names. */
  data: Data;
  method?: "GET" | "POST";
  member?: boolean;
  anonymous?: boolean;
  encrypted?: boolean;
  encoding?: "json" | "form";
  /** What a call returns: the envelope's `data`, or `msg`, its message for the visitor. */
  answer?: "data" | "msg";
}

const defaults = {
  method: "POST",
  anonymous: false,
  encrypted: false,
  encoding: "json",
  answer: "data",
} as const;

export const withoutBody = { body: nothing, toBody: () => ({}) };

/** A request whose caller uses our names for its fields: the reverse of `renamed`. */
export function sending<const F extends Fields>(fields: F) {
  const body = z.object(Object.fromEntries(Object.values(fields)) as Theirs<F>);
  const toBody = (given: { [Ours in keyof F]: z.input<F[Ours][1]> }) =>
    Object.fromEntries(
      Object.entries(fields).map(([ours, [theirs]]) => [theirs, given[ours]]),
    ) as z.input<typeof body>;
  return { body, toBody };
}

/** A member's call of which only the code is read. */
export const onlyCode = { data: ignored, member: true } as const;

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

/** Endpoints by resource and call: `contract.video.detail`. */
export type EndpointGroups = Record<string, Record<string, Endpoint>>;

import { FormData } from "undici";
import type { z } from "zod";
import type { Endpoint, EndpointGroups } from "../contract/endpoint.ts";
import type { Cache } from "./cache.ts";
import type { Codec } from "./codec.ts";
import { readEnvelope } from "./envelope.ts";
import { SessionEndedError, type SessionEnding, UpstreamFault } from "./errors.ts";
import type { Call } from "./exchange.ts";
import type { Transport } from "./transport.ts";

export interface Credentials {
  token: string;
  memberCode: string;
}

type Method<E> =
  E extends Endpoint<"read" | "write", infer Args, z.ZodType, infer Data>
    ? (...args: Args) => Promise<z.output<Data>>
    : never;

export type Client<C> = {
  [Group in keyof C]: { [Name in keyof C[Group]]: Method<C[Group][Name]> };
};

export interface ClientOptions {
  transport: Transport;
  codec: Codec;
  /** "0" by default. */
  successCodes?: readonly string[] | undefined;
  cache: Cache;
  /** `Name: value` */
  securityHeader: string;
  /** The BFF's own guest, for upstreams that want a token for public calls too. */
  serviceAccount: { current(): Credentials | undefined; renew(): Promise<Credentials> };
}

/** Headers by which the upstream's log finds the request that a call was made for: `x-request-id`, `traceparent`. */
export type Trace = Record<string, string>;

/** Provides one visitor's credentials. */
export interface CallerSession {
  credentials(): Promise<Credentials>;
  sessionEnded?(reason: SessionEnding, used: Credentials): void;
}

/**
 * `connect(visitor)` gives the API. `beforeCall` gets the call's name and may throw to prevent it.
 * @throws {UpstreamFault} or UpstreamRefusal; member calls also SessionEndedError
 */
export function createClient<C extends EndpointGroups>(contract: C, options: ClientOptions) {
  interface Asked {
    name: string;
    endpoint: Endpoint;
    args: never[];
    trace: Trace;
  }

  async function send({ name, endpoint, args, trace }: Asked, who?: Credentials) {
    const { transport, codec, successCodes, securityHeader } = options;
    const call = buildCall(name, endpoint, args, securityHeader, who, trace);
    return transport.send(call, (answer) =>
      readEnvelope(name, answer, endpoint.data, codec, { wanted: endpoint.answer, successCodes }),
    );
  }

  /** If the upstream wants a token for a public call, retries once with the BFF's own guest instead of a login. */
  async function sendPublic(asked: Asked) {
    try {
      return await send(asked, options.serviceAccount.current());
    } catch (error) {
      if (!(error instanceof SessionEndedError)) throw error;
    }
    return sendWithoutSession(asked, await options.serviceAccount.renew());
  }

  /** "Session ended" makes no sense without a session or with a fresh guest's: it becomes a fault. */
  async function sendWithoutSession(asked: Asked, fresh?: Credentials) {
    try {
      return await send(asked, fresh);
    } catch (error) {
      if (!(error instanceof SessionEndedError)) throw error;
      throw new UpstreamFault(`${asked.name}: a session code in a call without a session.`);
    }
  }

  async function sendForMember(asked: Asked, visitor: CallerSession) {
    const used = await visitor.credentials();
    try {
      return await send(asked, used);
    } catch (error) {
      if (error instanceof SessionEndedError) visitor.sessionEnded?.(error.reason, used);
      throw error;
    }
  }

  function call(
    name: string,
    endpoint: Endpoint,
    visitor: CallerSession,
    trace: Trace,
    beforeCall?: (call: string) => Promise<void>,
  ) {
    return async (...args: never[]): Promise<unknown> => {
      const asked = { name, endpoint, args, trace };
      await beforeCall?.(name);
      if (endpoint.member) return sendForMember(asked, visitor);
      if (endpoint.anonymous) return sendWithoutSession(asked);
      if (!endpoint.shared) return sendPublic(asked);
      const key = `${name}:${JSON.stringify(args)}`;
      const cached = await options.cache.get(key, async () => ({
        answer: await sendPublic(asked),
      }));
      return cached.answer;
    };
  }

  return function connect(
    visitor: CallerSession,
    beforeCall?: (call: string) => Promise<void>,
    trace: Trace = {},
  ): Client<C> {
    const groups = Object.entries(contract).map(([group, endpoints]) => [
      group,
      Object.fromEntries(
        Object.entries(endpoints).map(([name, endpoint]) => [
          name,
          call(`${group}.${name}`, endpoint, visitor, trace, beforeCall),
        ]),
      ),
    ]);
    return Object.fromEntries(groups) as Client<C>;
  };
}

/** Builds the HTTP call. `name` is for messages; `who` and `trace` are missing for calls without a visitor. */
export function buildCall(
  name: string,
  endpoint: Endpoint,
  args: never[],
  securityHeader: string,
  who?: Credentials,
  trace?: Trace,
): Call {
  const [securityName, securityValue] = splitHeader(securityHeader);
  return {
    name,
    method: endpoint.method,
    path: endpoint.path,
    headers: {
      ...trace,
      accept: "application/json",
      [securityName]: securityValue,
      ...(who && { token: who.token, userid: who.memberCode }),
    },
    body: endpoint.method === "GET" ? undefined : encode(endpoint, args),
    repeatable: endpoint.kind === "read",
  };
}

function encode(endpoint: Endpoint, args: never[]): string | FormData {
  const body = endpoint.send(...args);
  if (endpoint.encoding === "json") return JSON.stringify(body);
  const form = new FormData();
  for (const [field, value] of Object.entries(body as Record<string, File>)) form.set(field, value);
  return form;
}

function splitHeader(header: string): [string, string] {
  const colon = header.indexOf(":");
  return [header.slice(0, colon).trim().toLowerCase(), header.slice(colon + 1).trim()];
}

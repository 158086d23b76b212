import { FormData } from "undici";
import type { z } from "zod";
import type { Endpoint, EndpointGroups } from "../contract/endpoint.ts";
import type { Cache } from "./cache.ts";
import type { Codec } from "./codec.ts";
import { readEnvelope } from "./envelope.ts";
import { SessionEndedError, type SessionEnding, UpstreamFault } from "./errors.ts";
import type { Call } from "./exchange.ts";
import type { Transport } from "./transport.ts";

/** What lets the upstream know who calls. */
export interface Credentials {
  token: string;
  memberCode: string;
}

type Method<E> =
  E extends Endpoint<"read" | "write", infer Args, z.ZodType, infer Data>
    ? (...args: Args) => Promise<z.output<Data>>
    : never;

/** A contract turned into functions: `api.video.detail(code)`. */
export type Client<C> = {
  [Group in keyof C]: { [Name in keyof C[Group]]: Method<C[Group][Name]> };
};

export interface ClientOptions {
  transport: Transport;
  codec: Codec;
  /** Which codes say yes; "0" by default. */
  successCodes?: readonly string[] | undefined;
  cache: Cache;
  /** `Name: value`, sent with every call. */
  securityHeader: string;
  /** Credentials of the BFF's own guest, for upstreams that want a token for public calls too. */
  serviceAccount: { current(): Credentials | undefined; renew(): Promise<Credentials> };
}

/** Speaks for one visitor. */
export interface CallerSession {
  /** Asked only when a member call is made. */
  credentials(): Promise<Credentials>;
  /** Told when the upstream no longer takes `used`, before the call throws SessionEndedError. */
  sessionEnded?(reason: SessionEnding, used: Credentials): void;
}

/**
 * Derives a client from a contract. The result is a function, because member calls need a visitor:
 * `connect(visitor).member.profile(code)`.
 *
 * `beforeCall` may refuse a call, "video.detail", by throwing. Every call may throw UpstreamFault or UpstreamRefusal, a member call also SessionEndedError (`errors.ts`).
 */
export function createClient<C extends EndpointGroups>(contract: C, options: ClientOptions) {
  async function send(name: string, endpoint: Endpoint, args: never[], who?: Credentials) {
    const call = buildCall(name, endpoint, args, options.securityHeader, who);
    const { transport, codec, successCodes } = options;
    return transport.send(call, (answer) =>
      readEnvelope(name, answer, endpoint.data, codec, { wanted: endpoint.answer, successCodes }),
    );
  }

  /** A visitor is never sent to the login for a public call: the BFF's own guest answers for it, once. */
  async function sendPublic(name: string, endpoint: Endpoint, args: never[]) {
    try {
      return await send(name, endpoint, args, options.serviceAccount.current());
    } catch (error) {
      if (!(error instanceof SessionEndedError)) throw error;
    }
    return sendWithoutSession(name, endpoint, args, await options.serviceAccount.renew());
  }

  /** A code that says that a session has ended makes no sense where there was none, or a fresh guest's. */
  async function sendWithoutSession(
    name: string,
    endpoint: Endpoint,
    args: never[],
    fresh?: Credentials,
  ) {
    try {
      return await send(name, endpoint, args, fresh);
    } catch (error) {
      if (!(error instanceof SessionEndedError)) throw error;
      throw new UpstreamFault(`${name}: a session code in a call without a session.`);
    }
  }

  async function sendForMember(
    name: string,
    endpoint: Endpoint,
    args: never[],
    visitor: CallerSession,
  ) {
    const used = await visitor.credentials();
    try {
      return await send(name, endpoint, args, used);
    } catch (error) {
      if (error instanceof SessionEndedError) visitor.sessionEnded?.(error.reason, used);
      throw error;
    }
  }

  function call(
    name: string,
    endpoint: Endpoint,
    visitor: CallerSession,
    beforeCall?: (call: string) => Promise<void>,
  ) {
    return async (...args: never[]): Promise<unknown> => {
      await beforeCall?.(name);
      if (endpoint.member) return sendForMember(name, endpoint, args, visitor);
      if (endpoint.anonymous) return sendWithoutSession(name, endpoint, args);
      if (!endpoint.shared) return sendPublic(name, endpoint, args);
      const key = `${name}:${JSON.stringify(args)}`;
      const cached = await options.cache.get(key, async () => ({
        answer: await sendPublic(name, endpoint, args),
      }));
      return cached.answer;
    };
  }

  return function connect(
    visitor: CallerSession,
    beforeCall?: (call: string) => Promise<void>,
  ): Client<C> {
    const groups = Object.entries(contract).map(([group, endpoints]) => [
      group,
      Object.fromEntries(
        Object.entries(endpoints).map(([name, endpoint]) => [
          name,
          call(`${group}.${name}`, endpoint, visitor, beforeCall),
        ]),
      ),
    ]);
    return Object.fromEntries(groups) as Client<C>;
  };
}

/** A call as it goes out. `name` names it in messages; `who` is left out where nobody is visiting. */
export function buildCall(
  name: string,
  endpoint: Endpoint,
  args: never[],
  securityHeader: string,
  who?: Credentials,
): Call {
  const [securityName, securityValue] = splitHeader(securityHeader);
  return {
    name,
    method: endpoint.method,
    path: endpoint.path,
    headers: {
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

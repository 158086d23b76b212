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

export interface CallerSession {
  credentials(): Promise<Credentials>;
  sessionEnded?(reason: SessionEnding, used: Credentials): void;
}

/**
 * `connect(visitor)` gives the API. `beforeCall` gets the call's name and may throw to prevent it.
 * @throws {UpstreamFault} or UpstreamRefusal; member calls also SessionEndedError
 */
export function createClient<C extends EndpointGroups>(contract: C, options: ClientOptions) {
  async function send(name: string, endpoint: Endpoint, args: never[], who?: Credentials) {
    const call = buildCall(name, endpoint, args, options.securityHeader, who);
    const { transport, codec, successCodes } = options;
    return transport.send(call, (answer) =>
      readEnvelope(name, answer, endpoint.data, codec, { wanted: endpoint.answer, successCodes }),
    );
  }

  async function sendPublic(name: string, endpoint: Endpoint, args: never[]) {
    try {
      return await send(name, endpoint, args, options.serviceAccount.current());
    } catch (error) {
      if (!(error instanceof SessionEndedError)) throw error;
    }
    return sendWithoutSession(name, endpoint, args, await options.serviceAccount.renew());
  }

  /** "Session ended" without a session, or with a fresh guest's, is a fault. */
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

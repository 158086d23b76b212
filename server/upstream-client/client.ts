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

/** `x-request-id` and `traceparent`, which identify the visitor's request in the upstream's log. */
export type Trace = Record<string, string>;

export interface CallerSession {
  credentials(): Promise<Credentials>;
  sessionEnded?(reason: SessionEnding, used: Credentials): void;
}

/**
 * Returns `connect`, which creates the API of one visitor. If `beforeCall` throws, the call is not sent.
 * The API's methods throw UpstreamFault or UpstreamRefusal, member calls also SessionEndedError.
 */
export function createClient<C extends EndpointGroups>(
  contract: C,
  options: {
    transport: Transport;
    codec: Codec;
    /** "0" by default. */
    successCodes?: readonly string[] | undefined;
    cache: Cache;
    securityHeader: string;
    /** The BFF's own guest account, for upstreams that require a token even for public calls. */
    serviceAccount: { current(): Credentials | undefined; renew(): Promise<Credentials> };
  },
) {
  interface Invocation {
    name: string;
    endpoint: Endpoint;
    args: never[];
    trace: Trace;
  }

  async function send({ name, endpoint, args, trace }: Invocation, credentials?: Credentials) {
    const { transport, codec, successCodes, securityHeader } = options;
    const call = buildCall(name, endpoint, args, securityHeader, credentials, trace);
    return transport.send(call, (answer) =>
      readEnvelope(name, answer, endpoint.data, codec, { wanted: endpoint.answer, successCodes }),
    );
  }

  /** If a token is required, retries once as the BFF's own guest, so that no visitor must log in. */
  async function sendPublic(invocation: Invocation) {
    try {
      return await send(invocation, options.serviceAccount.current());
    } catch (error) {
      if (!(error instanceof SessionEndedError)) throw error;
    }
    return sendExpectingNoSessionEnd(invocation, await options.serviceAccount.renew());
  }

  /** Without a session, or with a new one, "session ended" can only be an error of the upstream. */
  async function sendExpectingNoSessionEnd(invocation: Invocation, fresh?: Credentials) {
    try {
      return await send(invocation, fresh);
    } catch (error) {
      if (!(error instanceof SessionEndedError)) throw error;
      throw new UpstreamFault(
        `${invocation.name}: "session ended", although the session is new or absent.`,
      );
    }
  }

  async function sendForMember(invocation: Invocation, visitor: CallerSession) {
    const used = await visitor.credentials();
    try {
      return await send(invocation, used);
    } catch (error) {
      if (error instanceof SessionEndedError) visitor.sessionEnded?.(error.reason, used);
      throw error;
    }
  }

  async function sendCached(invocation: Invocation) {
    const key = `${invocation.name}:${JSON.stringify(invocation.args)}`;
    const load = async () => ({ answer: await sendPublic(invocation) });
    return (await options.cache.get(key, load)).answer;
  }

  return function connect(
    visitor: CallerSession,
    beforeCall?: (call: string) => Promise<void>,
    trace: Trace = {},
  ): Client<C> {
    const createMethod =
      (name: string, endpoint: Endpoint) =>
      async (...args: never[]) => {
        const invocation = { name, endpoint, args, trace };
        await beforeCall?.(name);
        if (endpoint.member) return sendForMember(invocation, visitor);
        if (endpoint.anonymous) return sendExpectingNoSessionEnd(invocation);
        return endpoint.shared ? sendCached(invocation) : sendPublic(invocation);
      };
    const groups = Object.entries(contract).map(([group, endpoints]) => {
      const methods = Object.entries(endpoints).map(([name, endpoint]) => [
        name,
        createMethod(`${group}.${name}`, endpoint),
      ]);
      return [group, Object.fromEntries(methods)];
    });
    return Object.fromEntries(groups) as Client<C>;
  };
}

/** `name` is for messages; calls without a visitor have no `credentials` and no `trace`. */
export function buildCall(
  name: string,
  endpoint: Endpoint,
  args: never[],
  securityHeader: string,
  credentials?: Credentials,
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
      ...(credentials && { token: credentials.token, userid: credentials.memberCode }),
    },
    body: endpoint.method === "GET" ? undefined : encode(endpoint, args),
    repeatable: endpoint.kind === "read",
  };
}

function encode(endpoint: Endpoint, args: never[]): string | FormData {
  const body = endpoint.toBody(...args);
  if (endpoint.encoding === "json") return JSON.stringify(body);
  const form = new FormData();
  for (const [field, value] of Object.entries(body as Record<string, File>)) form.set(field, value);
  return form;
}

function splitHeader(header: string): [string, string] {
  const colon = header.indexOf(":");
  return [header.slice(0, colon).trim().toLowerCase(), header.slice(colon + 1).trim()];
}

import type { LookupFunction } from "node:net";
import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import { isLoopback } from "../http/network-address.ts";
import { ProxyFault } from "./errors.ts";

export interface Proxies {
  https?: string | undefined;
  http?: string | undefined;
  /** In NO_PROXY's format. */
  except?: string | undefined;
}

export interface ProxySettings {
  upstream?: Proxies | undefined;
  others?: Proxies | undefined;
}

/** This machine is never reached through a proxy, whatever `except` says. */
export const proxiesTo = (url: string, proxies: Proxies | undefined): Proxies | undefined =>
  isLoopback(new URL(url).hostname) ? undefined : proxies;

/** Always tunnels (CONNECT), so that the proxy cannot answer for the server. Its requests throw ProxyFault. */
export function createAgent(
  options: Omit<Agent.Options, "connect"> & { connect?: { lookup?: LookupFunction } },
  proxies: Proxies | undefined,
  connectMs?: number,
): Dispatcher {
  const connect = { ...options.connect, ...(connectMs !== undefined && { timeout: connectMs }) };
  if (!proxies) return new Agent({ ...options, connect });
  return new EnvHttpProxyAgent({
    ...options,
    connect,
    proxyTls: { timeout: connectMs },
    clientFactory: (proxy, toProxy) => new ProxyPool(proxy, toProxy),
    // '' keeps undici from reading the environment, which only `env.ts` may do
    httpProxy: proxies.http ?? "",
    httpsProxy: proxies.https ?? "",
    noProxy: proxies.except ?? "",
  });
}

class ProxyPool extends Pool {
  readonly #proxy: string;
  constructor(proxy: URL, options: Pool.Options) {
    super(proxy.origin, options);
    this.#proxy = proxy.origin;
  }

  override async connect(options: Parameters<Pool["connect"]>[0]) {
    const answer = await super.connect(options).catch((error: unknown) => {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      throw new ProxyFault(
        `cannot connect to the proxy ${this.#proxy} (${code}). Check ${SETTINGS} and that the proxy runs.`,
        { cause: error },
      );
    });
    if (answer.statusCode === 200) return answer;
    answer.socket.on("error", () => undefined).destroy();
    const advice = answer.statusCode >= 500 ? UNREACHABLE : advices[answer.statusCode];
    throw new ProxyFault(
      `the proxy ${this.#proxy} did not connect: HTTP status ${answer.statusCode}. ${advice ?? "Look at the proxy's own log."}`,
      { status: answer.statusCode },
    );
  }
}

const SETTINGS = "UPSTREAM_PROXY, HTTPS_PROXY and HTTP_PROXY";
const UNREACHABLE = "It cannot reach the server: check UPSTREAM_URL, and NO_PROXY.";
const advices: Record<number, string> = {
  403: "Allow it to connect to the server's port, or add the server to NO_PROXY.",
  407: `Check the user and password in ${SETTINGS}.`,
};

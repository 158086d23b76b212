import type { LookupFunction } from "node:net";
import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import { isThisMachine } from "../network-address.ts";
import { ProxyFault } from "./errors.ts";

/** The proxies that connections are made through, as addresses with the credentials that they want. */
export interface Proxies {
  /** To https addresses; `http` takes them, too, where this is not set. */
  https?: string | undefined;
  /** To http addresses. */
  http?: string | undefined;
  /** Hosts that are connected to directly, as NO_PROXY lists them. */
  except?: string | undefined;
}

/** Where the site connects to, and through which proxies; directly where there are none. */
export interface ProxySettings {
  /** To the upstream's own servers. */
  upstream?: Proxies | undefined;
  /** To everything else. */
  others?: Proxies | undefined;
}

/** Those that lead to an address: none to this machine, whatever `except` says. */
export const proxiesTo = (url: string, proxies: Proxies | undefined): Proxies | undefined =>
  isThisMachine(new URL(url).hostname) ? undefined : proxies;

/**
 * An agent whose connections go through proxies where there are any: always in a tunnel, so that an HTTP answer is the
 * upstream's own whatever the proxy says. Requests fail with ProxyFault where the proxy gives no tunnel.
 *
 * @param connectMs until a connection, also one to the proxy, stands, in milliseconds
 */
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
    // an empty text keeps it from reading the environment, which is `env.ts`' part
    httpProxy: proxies.http ?? "",
    httpsProxy: proxies.https ?? "",
    noProxy: proxies.except ?? "",
  });
}

/** Connections to a proxy. What goes wrong on them is the proxy's fault, and says so. */
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
      `the proxy ${this.#proxy} gives no connection: HTTP status ${answer.statusCode}. ${advice ?? "Look at the proxy's own log."}`,
      { status: answer.statusCode },
    );
  }
}

const SETTINGS = "UPSTREAM_PROXY, HTTPS_PROXY and HTTP_PROXY";
const UNREACHABLE = "It cannot reach the server: check UPSTREAM_URL, and NO_PROXY.";
const advices: Record<number, string> = {
  403: "Let it connect to the server's port, or name the server in NO_PROXY.",
  407: `Check the user and password in ${SETTINGS}.`,
};

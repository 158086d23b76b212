/** A value for one host, for its subdomains (`*.host`), or for all other hosts (`*`). */
export interface HostValue {
  host: string;
  value: string;
}

export interface MediaHeaders {
  userAgents?: readonly HostValue[] | undefined;
  referers?: readonly HostValue[] | undefined;
}

/** Some hosts accept only phone browsers. */
const USER_AGENT =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

export function mediaHeaders(url: string, settings: MediaHeaders): Record<string, string> {
  const { hostname } = new URL(url);
  const matches = (host: string) =>
    host === "*" ||
    host === hostname ||
    (host.startsWith("*.") && hostname.endsWith(host.slice(1)));
  const pick = (values: readonly HostValue[] = []) =>
    // the longest match is the most specific
    values
      .filter(({ host }) => matches(host))
      .toSorted((a, b) => b.host.replace("*", "").length - a.host.replace("*", "").length)[0]
      ?.value;
  const referer = pick(settings.referers);
  return { "user-agent": pick(settings.userAgents) ?? USER_AGENT, ...(referer && { referer }) };
}

export type UpstreamOrigins = ReturnType<typeof createUpstreamOrigins>;

/** The upstream's servers, which all have the same files. */
export function createUpstreamOrigins(
  urls: readonly string[],
  isDown: (origin: string) => boolean,
) {
  const origins = urls.map((url) => new URL(url).origin);
  const hosts = new Set(urls.map((url) => new URL(url).hostname));
  /** Whether the address is on one of the upstream's servers; browsers must not learn such addresses. */
  const isOwn = (url: string) => origins.includes(new URL(url).origin);
  /** The absolute address on the first server, even if that is down. */
  const resolve = (url: string) => new URL(url, urls[0]).href;
  return {
    resolve,
    /** Returns only the path if the address is on the first server. */
    shorten(url: string) {
      const full = resolve(url);
      const path = full.startsWith(`${origins[0]}/`) ? full.slice(origins[0]?.length) : full;
      // two leading slashes would be read as another host
      return resolve(path) === full ? path : full;
    },
    isOwn,
    isOwnHost: (url: string) => hosts.has(new URL(url).hostname),
    /** The file's addresses on servers that are up, `url` first; for a foreign file, only `url`. */
    mirrors(url: string) {
      if (!isOwn(url)) return [url];
      const { origin, pathname, search } = new URL(url);
      const healthy = [...new Set([origin, ...origins])].filter((one) => !isDown(one));
      return healthy.length > 0 ? healthy.map((one) => one + pathname + search) : [url];
    },
  };
}

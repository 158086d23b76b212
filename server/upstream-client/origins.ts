/** What holds for a host, for all below it (`*.host`), or for all others (`*`). */
export interface HostValue {
  host: string;
  value: string;
}

/** What hosts of pictures and streams want to see, where the operator has named it. */
export interface MediaHeaders {
  userAgents?: readonly HostValue[] | undefined;
  referers?: readonly HostValue[] | undefined;
}

/** A phone's browser: some hosts refuse everything else. */
const USER_AGENT =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

/** The headers of a request for a file at this address. */
export function mediaHeaders(url: string, named: MediaHeaders): Record<string, string> {
  const { hostname } = new URL(url);
  const fits = (host: string) =>
    host === "*" ||
    host === hostname ||
    (host.startsWith("*.") && hostname.endsWith(host.slice(1)));
  const pick = (values: readonly HostValue[] = []) =>
    // the most exact one; without its asterisk, a whole name is longer than the pattern that it fits
    values
      .filter(({ host }) => fits(host))
      .toSorted((a, b) => b.host.replace("*", "").length - a.host.replace("*", "").length)[0]
      ?.value;
  const referer = pick(named.referers);
  return { "user-agent": pick(named.userAgents) ?? USER_AGENT, ...(referer && { referer }) };
}

/** Where the upstream's own files are, pictures and streams among them, when it answers from several servers. */
export interface UpstreamOrigins {
  /** An address as the upstream names it, made absolute; the same one whichever server is well. */
  resolve(url: string): string;
  /** The shortest text that `resolve` makes the same address of: a path for what is on the first server. */
  shorten(url: string): string;
  /** Whether the address is on one of the upstream's servers, which must stay unknown to browsers. */
  isOwn(url: string): boolean;
  /** Whether the address is on a host of the upstream's, at whatever port. */
  isOwnHost(url: string): boolean;
  /** The same file on the servers that are well, the named one first; for foreign files only their own address. */
  ways(url: string): string[];
}

/**
 * @param urls the upstream's servers in order of preference
 * @param isDown whether a server is being left alone
 */
export function createUpstreamOrigins(
  urls: readonly string[],
  isDown: (origin: string) => boolean,
): UpstreamOrigins {
  const origins = urls.map((url) => new URL(url).origin);
  const hosts = new Set(urls.map((url) => new URL(url).hostname));
  const isOwn = (url: string) => origins.includes(new URL(url).origin);
  const resolve = (url: string) => new URL(url, urls[0]).href;
  return {
    resolve,
    shorten(url) {
      const full = resolve(url);
      const path = full.startsWith(`${origins[0]}/`) ? full.slice(origins[0]?.length) : full;
      // a path that begins with two slashes would name another host
      return resolve(path) === full ? path : full;
    },
    isOwn,
    isOwnHost: (url) => hosts.has(new URL(url).hostname),
    ways(url) {
      if (!isOwn(url)) return [url];
      const { origin, pathname, search } = new URL(url);
      const well = [...new Set([origin, ...origins])].filter((one) => !isDown(one));
      return well.length > 0 ? well.map((one) => one + pathname + search) : [url];
    },
  };
}

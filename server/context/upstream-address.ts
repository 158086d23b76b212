/** Addresses as the upstream names them: relative to its own, or absolute. */
export interface UpstreamAddresses {
  /** The absolute address. */
  resolve(url: string): string;
  /** The shortest text that `resolve` makes the same address of: a path for what lives on the upstream's origin. */
  shorten(url: string): string;
}

export function createUpstreamAddresses(base: string): UpstreamAddresses {
  const { origin } = new URL(base);
  const resolve = (url: string) => new URL(url, base).href;
  return {
    resolve,
    shorten(url) {
      const full = resolve(url);
      const path = full.startsWith(`${origin}/`) ? full.slice(origin.length) : full;
      // a path that begins with two slashes would name another host
      return resolve(path) === full ? path : full;
    },
  };
}

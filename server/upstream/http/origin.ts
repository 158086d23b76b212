/** An address as answers carry it: absolute. Our own files are stored as paths; '' stays ''. */
export function absolute(pathOrUrl: string, origin: string): string {
  return pathOrUrl.startsWith("/") ? origin + pathOrUrl : pathOrUrl;
}

/** The reverse, for addresses that come back from callers: an own file is kept as its path. */
export function relative(address: string, origin: string): string {
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
}

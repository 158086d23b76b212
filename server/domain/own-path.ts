/**
 * Where a request may be sent on to: a path with its query, on this origin. What leads elsewhere, or cannot be
 * read, leads to the home page. The address is parsed as browsers do, because prefixes deceive (`/\t/evil.example`).
 */
export function safeRedirectPath(wanted: string | null, origin: string): string {
  const url = wanted ? resolved(wanted, origin) : undefined;
  if (url?.origin !== origin) return "/";
  const path = url.pathname + url.search;
  // a path of two slashes would be read as another host
  return resolved(path, origin)?.origin === origin ? path : "/";
}

function resolved(address: string, origin: string): URL | undefined {
  try {
    return new URL(address, origin);
  } catch {
    return undefined;
  }
}

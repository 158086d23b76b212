/** Browsers close a connection that nobody uses after some ten seconds. */
const KEPT_MS = 8_000;

let connected = Number.NEGATIVE_INFINITY;
let links: HTMLLinkElement[] = [];

/** Opens connections to other origins, as scripts use them, before anything is asked for there. */
export function connectAhead(origins: readonly string[]) {
  if (performance.now() - connected < KEPT_MS) return;
  connected = performance.now();
  for (const link of links) link.remove();
  links = origins.map((href) =>
    Object.assign(document.createElement("link"), {
      rel: "preconnect",
      crossOrigin: "anonymous",
      href,
    }),
  );
  document.head.append(...links);
}

import { text } from "node:stream/consumers";
import { listen } from "../support/servers/listen.ts";
import { asKept, passOn } from "../support/servers/proxy.ts";

/** What is said of a page as the site sent it; its policy names scripts by what they are. */
const ofTheWrittenPage = new Set([
  "content-length",
  "transfer-encoding",
  "content-security-policy",
  "etag",
]);

const nonces = / nonce="[^"]*"/g;

/**
 * Stands in front of a site and hands on its pages as `rewrite` wants them; all else is the site's. A page is written
 * and compressed once, as the site does it while nobody waits.
 */
export function startRewriting(site: string, rewrite: (html: string) => string) {
  const written = new Map<string, Buffer>();
  return listen((incoming, response) => {
    if (incoming.headers["sec-fetch-mode"] !== "navigate") return passOn(site, incoming, response);
    passOn(site, incoming, response, {
      headers: { ...incoming.headers, "accept-encoding": "identity" },
      async receive(found) {
        const html = (await text(found)).replaceAll(nonces, "");
        const body = written.get(html) ?? asKept(rewrite(html));
        written.set(html, body);
        const { statusCode = 502, headers } = found;
        const kept = Object.entries(headers).filter(([name]) => !ofTheWrittenPage.has(name));
        response.writeHead(statusCode, { ...Object.fromEntries(kept), "content-encoding": "br" });
        response.end(body);
      },
    });
  });
}

const starter = /\(function startScripts[\s\S]*?\n\}\)\((?<plan>\{.*?\})\);<\/script>/;

/** The page as stock Remix sends it: its scripts are asked for at once, by links and by a module. */
export function withEagerScripts(html: string): string {
  const found = starter.exec(html)?.groups;
  if (!found) throw new Error("the page has no starter");
  const { manifest, entry, routes, chunks } = JSON.parse(found.plan ?? "");
  const modules = Object.entries<string>(routes);
  const links = [manifest, entry, ...chunks, ...modules.map(([, module]) => module)]
    .map((href) => `<link rel="modulepreload" href="${href}"/>`)
    .join("");
  const imports = modules.map(([, module], at) => `import * as route${at} from "${module}";`);
  const named = modules.map(([id], at) => `"${id}":route${at}`);
  const start = `import "${manifest}";${imports.join("")}window.__remixRouteModules={${named}};import("${entry}");`;
  const eager = `${links}<script type="module" async>${start}</script></body>`;
  return html.replace(starter, "</script>").replace("</body>", () => eager);
}

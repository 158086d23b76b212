import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { brotliCompressSync, constants } from "node:zlib";
import { freePort } from "../support/program.ts";

/** As the site's own host compresses. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** What is said of a page as the site sent it; its policy names scripts by what they are. */
const ofTheWrittenPage = new Set([
  "content-length",
  "transfer-encoding",
  "content-security-policy",
  "etag",
]);

/** Stands in front of a site and hands on its pages as `rewrite` wants them; all else is the site's. */
export async function startRewriting(site: string, rewrite: (html: string) => string) {
  const answer = (incoming: IncomingMessage, response: ServerResponse) => {
    const page = incoming.headers["sec-fetch-mode"] === "navigate";
    const headers = { ...incoming.headers, ...(page && { "accept-encoding": "identity" }) };
    const { method, url = "/" } = incoming;
    const forwarded = request(new URL(url, site), { method, headers }, async (found) => {
      const { statusCode = 502, headers: given } = found;
      if (!page) {
        response.writeHead(statusCode, given);
        found.pipe(response);
        return;
      }
      const body = brotliCompressSync(rewrite(await text(found)), BROTLI);
      const kept = Object.entries(given).filter(([name]) => !ofTheWrittenPage.has(name));
      response.writeHead(statusCode, { ...Object.fromEntries(kept), "content-encoding": "br" });
      response.end(body);
    });
    forwarded.on("error", () => response.destroy());
    response.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  };
  const port = await freePort();
  const server = createServer(answer).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
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

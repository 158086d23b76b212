import { once } from "node:events";
import { readFile } from "node:fs/promises";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from "node:http";
import { brotliCompressSync, constants } from "node:zlib";
import { freePort } from "../support/program.ts";

/** As the site's own host compresses. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const html = (body: string) =>
  `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">${body}`;

/** The least that plays a stream. */
const barePage = html(`
<video id="video" autoplay playsinline></video>
<script src="/bare/hls.min.js"></script>
<script>
  const hls = new Hls();
  hls.loadSource(new URLSearchParams(location.search).get("stream"));
  hls.attachMedia(video);
</script>`);

/** A page with a link to the bare page, for a tap. */
const startPage = html(`
<a id="go" style="display: block; padding: 40px">go</a>
<script>go.href = "/bare/watch" + location.search</script>`);

/**
 * Stands in front of a site, so that a bare page with hls.js is of the same origin, behind the same line and may use
 * the same streams: `/bare/start?stream=…` leads to `/bare/watch?stream=…`. All else is the site's.
 */
export async function startBesideBarePage(site: string) {
  const script = await readFile("node_modules/hls.js/dist/hls.min.js");
  const own = new Map([
    ["/bare/start", { type: "text/html", body: brotliCompressSync(startPage, BROTLI) }],
    ["/bare/watch", { type: "text/html", body: brotliCompressSync(barePage, BROTLI) }],
    ["/bare/hls.min.js", { type: "text/javascript", body: brotliCompressSync(script, BROTLI) }],
  ]);
  const answer: RequestListener = (incoming, response) => {
    const found = own.get(new URL(incoming.url ?? "/", site).pathname);
    if (!found) return passOn(site, incoming, response);
    response.writeHead(200, { "content-type": found.type, "content-encoding": "br" });
    response.end(found.body);
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

function passOn(site: string, incoming: IncomingMessage, response: ServerResponse) {
  const { method, headers, url = "/" } = incoming;
  const forwarded = request(new URL(url, site), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  forwarded.on("error", () => response.destroy());
  response.on("close", () => forwarded.destroy());
  incoming.pipe(forwarded);
}

import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { listen } from "../../support/servers/listen.ts";
import { asKept, passOn } from "../../support/servers/proxy.ts";

const html = (body: string) =>
  `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">${body}`;

/** The least that plays a stream. */
const hlsPage = html(`
<video id="video" autoplay playsinline></video>
<script src="/bare/hls.min.js"></script>
<script>
  const hls = new Hls();
  hls.loadSource(new URLSearchParams(location.search).get("stream"));
  hls.attachMedia(video);
</script>`);

/** The least that plays a file: what the platform can do without any script. */
const filePage = html(`<video src="/bare/clip.mp4" autoplay playsinline></video>`);

/** A page with a link to a bare page, for a tap. */
const startPage = html(`
<a id="go" style="display: block; padding: 40px">go</a>
<script>go.href = "/bare/" + new URLSearchParams(location.search).get("page") + location.search</script>`);

/** The pages' addresses. */
export const barePages = {
  hls: (stream: string) => `/bare/hls?page=hls&stream=${stream}`,
  file: "/bare/file?page=file",
};
/** The address of the page that links to another of them. */
export const linkTo = (page: string) => page.replace(/^\/bare\/\w+/, "/bare/start");

/**
 * Stands in front of a site, so that bare pages are of the same origin, behind the same line and may use the same
 * streams. All else is the site's.
 */
export async function startBesideBarePages(site: string) {
  const script = await readFile("node_modules/hls.js/dist/hls.min.js");
  const clip = await readFile("server/upstream/media/clips/plain.mp4");
  const own = new Map([
    ["/bare/start", { type: "text/html", body: asKept(startPage) }],
    ["/bare/hls", { type: "text/html", body: asKept(hlsPage) }],
    ["/bare/file", { type: "text/html", body: asKept(filePage) }],
    ["/bare/hls.min.js", { type: "text/javascript", body: asKept(script) }],
  ]);
  return listen((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? "/", site);
    if (pathname === "/bare/clip.mp4") return sendRange(clip, incoming, response);
    const found = own.get(pathname);
    if (!found) return passOn(site, incoming, response);
    response.writeHead(200, { "content-type": found.type, "content-encoding": "br" });
    response.end(found.body);
  });
}

/** What a browser asks for of a file is from a byte on to its end. */
function sendRange(file: Buffer, { headers }: IncomingMessage, response: ServerResponse) {
  const from = Number(/^bytes=(\d+)-/.exec(headers.range ?? "")?.[1] ?? 0);
  response.writeHead(206, {
    "content-type": "video/mp4",
    "accept-ranges": "bytes",
    "content-range": `bytes ${from}-${file.length - 1}/${file.length}`,
  });
  response.end(file.subarray(from));
}

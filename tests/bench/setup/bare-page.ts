import { readFile } from "node:fs/promises";
import { listen } from "../../support/servers/listen.ts";
import { asKept, passOn } from "../../support/servers/proxy.ts";

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
    ["/bare/start", { type: "text/html", body: asKept(startPage) }],
    ["/bare/watch", { type: "text/html", body: asKept(barePage) }],
    ["/bare/hls.min.js", { type: "text/javascript", body: asKept(script) }],
  ]);
  return listen((incoming, response) => {
    const found = own.get(new URL(incoming.url ?? "/", site).pathname);
    if (!found) return passOn(site, incoming, response);
    response.writeHead(200, { "content-type": found.type, "content-encoding": "br" });
    response.end(found.body);
  });
}

import { readFile } from "node:fs/promises";
import { listen } from "../../support/servers/listen.ts";
import { compressLikeSite, passOn } from "../../support/servers/proxy.ts";
import { sendFile } from "./media-host.ts";

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

/** The browser's own player of such streams; Chromium's takes segments of another origin only with CORS. */
const nativePage = html(`
<video id="video" crossorigin autoplay playsinline></video>
<script>video.src = new URLSearchParams(location.search).get("stream")</script>`);

/** The least that plays a file: what the platform can do without any script. */
const filePage = html(`<video src="/bare/clip.mp4" autoplay playsinline></video>`);

/** A page with a link to a bare page, for a tap. */
const startPage = html(`
<a id="go" style="display: block; padding: 40px">go</a>
<script>go.href = "/bare/" + new URLSearchParams(location.search).get("page") + location.search</script>`);

/** The pages' addresses. */
export const barePages = {
  hls: (stream: string) => `/bare/hls?page=hls&stream=${stream}`,
  native: (stream: string) => `/bare/native?page=native&stream=${stream}`,
  file: "/bare/file?page=file",
};
/** The address of the page that links to another of them. */
export const linkTo = (page: string) => page.replace(/^\/bare\/\w+/, "/bare/start");

/**
 * Stands in front of a site, so that bare pages are of the same origin, behind the same line and may use the same
 * streams. All else is the site's, or, where it is asked as a proxy, the named server's.
 *
 * @param file what the page with a file plays
 */
export async function startBesideBarePages(
  site: string,
  file = "server/upstream/media/clips/plain.mp4",
) {
  const script = await readFile("node_modules/hls.js/dist/hls.min.js");
  const clip = await readFile(file);
  const own = new Map([
    ["/bare/start", { type: "text/html", body: compressLikeSite(startPage) }],
    ["/bare/hls", { type: "text/html", body: compressLikeSite(hlsPage) }],
    ["/bare/native", { type: "text/html", body: compressLikeSite(nativePage) }],
    ["/bare/file", { type: "text/html", body: compressLikeSite(filePage) }],
    ["/bare/hls.min.js", { type: "text/javascript", body: compressLikeSite(script) }],
  ]);
  return listen((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? "/", site);
    if (pathname === "/bare/clip.mp4") return sendFile(clip, "video/mp4", incoming, response);
    const found = own.get(pathname);
    if (!found) return passOn(site, incoming, response);
    response.writeHead(200, { "content-type": found.type, "content-encoding": "br" });
    response.end(found.body);
  });
}

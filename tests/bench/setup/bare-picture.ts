import { listen } from "../../support/servers/listen.ts";
import { compressLikeSite, passOn } from "../../support/servers/proxy.ts";
import { capture } from "./servers.ts";

/** The least page with the home page's largest picture, at its place. */
export const BARE_PICTURE = "/bare/picture";

const pageWith = (files: string, sizes: string) => `<!doctype html><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><title>picture</title>
<img alt="" fetchpriority="high" width="358" height="201" srcset="${files}" sizes="${sizes}">`;

/** Stands in front of a site, so that the bare page is behind the same line, with the home page's headers and compression. */
export async function startBesideBarePicture(site: string) {
  const visit = { path: "/", headers: { cookie: "adult=1" } };
  // a site that has just started streams the page, and does not know its picture yet
  await capture(site, visit);
  const home = await capture(site, visit);
  const [, files = "", sizes = ""] =
    /<link rel="preload" as="image"[^>]* imageSrcSet="([^"]+)" imageSizes="([^"]+)"/.exec(
      Buffer.from(home.body, "base64").toString(),
    ) ?? [];
  if (!files) throw new Error("the home page names no picture");
  const page = compressLikeSite(pageWith(files, sizes));
  const headers = { ...home.headers, "content-encoding": "br", "content-length": page.length };
  return listen((incoming, response) => {
    if (incoming.url !== BARE_PICTURE) return passOn(site, incoming, response);
    response.writeHead(200, headers).end(page);
  });
}

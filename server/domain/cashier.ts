import { webStream } from "../http/web-stream.ts";
import type { Downloader } from "../upstream-client/download.ts";
import { UpstreamFault } from "../upstream-client/errors.ts";
import type { UpstreamOrigins } from "../upstream-client/origins.ts";

const AFTERWARDS = "/mine";

const paths = {
  GET: /^([\w-]{16,64}|style\.css)$/,
  POST: /^[\w-]{16,64}\/(pay|give-up)$/,
};

/** Proxies the upstream's order pages and their two buttons, nothing else. */
export function createCashier(options: {
  downloader: Downloader;
  origins: Pick<UpstreamOrigins, "isOwn" | "resolve">;
}) {
  const base = new URL(options.origins.resolve("/cashier/"));

  /** Redirects to cashier pages stay here; any other target means that the visitor is done. */
  const targetOf = (location: string, from: URL, afterwards: string) => {
    const to = URL.canParse(location, from) ? new URL(location, from) : undefined;
    const path = to && options.origins.isOwn(to.href) ? to.pathname : "";
    const page = path.startsWith(base.pathname) && paths.GET.test(path.slice(base.pathname.length));
    return page ? path : afterwards;
  };

  return {
    /** Forwards no headers and no body. @param afterwards a path on this site @throws {UpstreamFault} */
    async answer(path: string, request: Request, afterwards = AFTERWARDS): Promise<Response> {
      const method = request.method === "POST" ? "POST" : "GET";
      if (!paths[method].test(path)) return new Response(null, { status: 404 });
      const url = new URL(path, base);
      const sent = { referer: `${new URL(request.url).origin}/` };
      const answer = await options.downloader.exchange(url.href, method, sent, request.signal);
      const { statusCode: status, headers, body } = answer;
      if (status >= 300 && status < 400) {
        await body.dump();
        const location = targetOf(String(headers.location ?? ""), url, afterwards);
        return new Response(null, { status: 303, headers: { location } });
      }
      if (status !== 200 && status !== 404) {
        await body.dump();
        throw new UpstreamFault(`cashier: HTTP status ${status}.`);
      }
      const type = path.endsWith(".css") ? "text/css" : "text/html";
      return new Response(webStream(body), {
        status,
        headers: { "content-type": `${type}; charset=utf-8` },
      });
    },
  };
}

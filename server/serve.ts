import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { ServerBuild } from "@remix-run/server-runtime";
import { failStart, openSite } from "./process.ts";

/** A build for stock `remix-serve`, with one catch-all resource route (docs/decisions/0002-remix-serve.md). */
const { host, log, build, serveBy } = await openSite().catch((error) => failStart(error));

const currentRequest = new AsyncLocalStorage<{
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  url: URL | undefined;
}>();
subscribe("http.server.request.start", (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  currentRequest.enterWith({ incoming: request, outgoing: response, url: originalUrl(request) });
});

/** With `index` and `_routes`, which Remix removes. Undefined if the Host header is invalid. */
function originalUrl({ headers: { host = "" }, url = "" }: IncomingMessage): URL | undefined {
  const whole = `http://${host}${url}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(whole) ? new URL(whole) : undefined;
}

async function answer({ request }: { request: Request }): Promise<Response> {
  const { incoming, outgoing, url } = currentRequest.getStore() ?? {};
  if (!incoming || !outgoing || !url) return new Response(null, { status: 400 });
  // the host has compressed its answer: Express must not compress it again
  delete incoming.headers["accept-encoding"];
  const response = await host.fetch(new Request(url, request), { incoming, outgoing });
  const { body } = response;
  return body ? new Response(withBackpressure(body, outgoing), response) : response;
}

const answerDocument = (args: { request: Request }) => {
  const { pathname = "", searchParams } = currentRequest.getStore()?.url ?? {};
  return pathname.endsWith(".data") || searchParams?.has("_data") ? null : answer(args);
};

/** Adds backpressure and cancellation, which `remix-serve` lacks. */
function withBackpressure(body: ReadableStream<Uint8Array>, outgoing: ServerResponse) {
  const reader = body.getReader();
  const closed = new AbortController();
  const close = () => {
    closed.abort();
    reader.cancel().catch(() => undefined);
  };
  if (outgoing.destroyed) close();
  outgoing.once("close", close);
  return new ReadableStream<Uint8Array>(
    {
      async pull(to) {
        if (outgoing.writableNeedDrain) {
          await once(outgoing, "drain", { signal: closed.signal }).catch(() => undefined);
        }
        const { done, value } = await reader.read();
        if (done) to.close();
        else to.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

const siteEntry: ServerBuild["entry"]["module"] = {
  ...build.entry.module,
  handleDataRequest: (_response, args) => answer(args),
  // of requests that Remix rejects before the host sees them; logged without messages, which contain addresses
  handleError(error, { request: { method, signal } }) {
    const name = error instanceof Error ? error.name : typeof error;
    if (!signal.aborted) log.warn({ method, name }, "Remix rejected a request");
  },
};
export const entry = { module: siteEntry };
export const routes: ServerBuild["routes"] = {
  "*": {
    id: "*",
    path: "*",
    module: { loader: answerDocument, action: answerDocument, default: undefined },
  },
};
export const { assets, isSpaMode, mode } = build;
export const future: ServerBuild["future"] = {
  ...build.future,
  // otherwise `remix-serve` would replace Node's `Request` and `Response` by a polyfill
  v3_singleFetch: true,
  // otherwise Remix would answer manifest requests itself, with its single route
  v3_lazyRouteDiscovery: false,
};
/** Folders that do not exist, so that the host serves the client build, with its own headers. */
export const publicPath = "/none/";
export const assetsBuildDirectory = "none";

// silences its log, which would contain search terms and streams' tickets
const requireOfServe = createRequire(import.meta.resolve("@remix-run/serve/dist/cli.js"));
const morgan: { format(name: string, line: () => undefined): unknown } = requireOfServe("morgan");
morgan.format("tiny", () => undefined);

// starts `remix-serve` in a folder without `public`, which it would serve, too
const home = process.cwd();
process.chdir(import.meta.dirname);
const LISTENING = "tracing:net.server.listen:asyncStart";
subscribe(LISTENING, function onListen(message) {
  unsubscribe(LISTENING, onListen);
  process.chdir(home);
  // after `remix-serve` has installed its signal handler, which reports a closed server as an error
  process.nextTick(serveBy, (message as { server: Server }).server);
});

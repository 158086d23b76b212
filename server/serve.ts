import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { ServerBuild } from "@remix-run/server-runtime";
import { failStart, openSite } from "./process.ts";

/** For stock `remix-serve`: one catch-all resource route (docs/decisions/0002-remix-serve.md). */
const { host, log, build, serveBy } = await openSite().catch((error) => failStart(error));

const asked = new AsyncLocalStorage<{
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  address: URL | undefined;
}>();
subscribe("http.server.request.start", (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  asked.enterWith({ incoming: request, outgoing: response, address: addressOf(request) });
});

/** Remix removes `index` and `_routes`. Undefined if the Host header is invalid. */
function addressOf({ headers: { host = "" }, url = "" }: IncomingMessage): URL | undefined {
  const address = `http://${host}${url}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(address) ? new URL(address) : undefined;
}

async function answer({ request }: { request: Request }): Promise<Response> {
  const { incoming, outgoing, address } = asked.getStore() ?? {};
  if (!incoming || !outgoing || !address) return new Response(null, { status: 400 });
  // the host has already compressed
  delete incoming.headers["accept-encoding"];
  const answered = await host.fetch(new Request(address, request), { incoming, outgoing });
  const { body } = answered;
  return body ? new Response(paced(body, outgoing), answered) : answered;
}

const answerDocument = (args: { request: Request }) => {
  const { pathname = "", searchParams } = asked.getStore()?.address ?? {};
  return pathname.endsWith(".data") || searchParams?.has("_data") ? null : answer(args);
};

/** Backpressure and cancellation, which `remix-serve` lacks. */
function paced(body: ReadableStream<Uint8Array>, outgoing: ServerResponse) {
  const reader = body.getReader();
  const left = new AbortController();
  const leave = () => {
    left.abort();
    reader.cancel().catch(() => undefined);
  };
  if (outgoing.destroyed) leave();
  outgoing.once("close", leave);
  return new ReadableStream<Uint8Array>(
    {
      async pull(to) {
        if (outgoing.writableNeedDrain) {
          await once(outgoing, "drain", { signal: left.signal }).catch(() => undefined);
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
  // Remix rejected the request before the host saw it; its messages contain addresses
  handleError(error, { request: { method, signal } }) {
    const name = error instanceof Error ? error.name : typeof error;
    if (!signal.aborted) log.warn({ method, name }, "Remix objected to a request");
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
/** They do not exist, so that the host serves the client build, with its own headers. */
export const publicPath = "/none/";
export const assetsBuildDirectory = "none";

// its log would contain search terms and streams' tickets
const requireOfServe = createRequire(import.meta.resolve("@remix-run/serve/dist/cli.js"));
const morgan: { format(name: string, line: () => undefined): unknown } = requireOfServe("morgan");
morgan.format("tiny", () => undefined);

// `remix-serve` would also serve a folder `public`
const home = process.cwd();
process.chdir(import.meta.dirname);
const LISTENING = "tracing:net.server.listen:asyncStart";
subscribe(LISTENING, function onListen(message) {
  unsubscribe(LISTENING, onListen);
  process.chdir(home);
  // after `remix-serve` has installed its handler, which reports a closed server as an error
  process.nextTick(serveBy, (message as { server: Server }).server);
});

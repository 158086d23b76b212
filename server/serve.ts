import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { ServerBuild } from "@remix-run/server-runtime";
import { failStart, openSite } from "./process.ts";

/**
 * A server build for stock `remix-serve`: its one route takes every address and has no component, so that Remix hands
 * on the host's answers as they are (docs/decisions/0002-remix-serve.md).
 */
const { host, log, build, serveBy } = await openSite().catch((error) => failStart(error));

/** Node's own side of the request that is being answered, and its address as it came. */
const asked = new AsyncLocalStorage<{
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  address: URL | undefined;
}>();
subscribe("http.server.request.start", (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  asked.enterWith({ incoming: request, outgoing: response, address: addressOf(request) });
});

/**
 * Remix takes `index` and `_routes` out of an address, and Express believes a port of X-Forwarded-Host. Undefined where the
 * Host header holds more than a host.
 */
function addressOf({ headers: { host = "" }, url = "" }: IncomingMessage): URL | undefined {
  const address = `http://${host}${url}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(address) ? new URL(address) : undefined;
}

async function answer({ request }: { request: Request }): Promise<Response> {
  const { incoming, outgoing, address } = asked.getStore() ?? {};
  if (!incoming || !outgoing || !address) return new Response(null, { status: 400 });
  // the host has chosen an encoding by it; Express's compression is not to choose another
  delete incoming.headers["accept-encoding"];
  const answered = await host.fetch(new Request(address, request), { incoming, outgoing });
  const { body } = answered;
  return body ? new Response(paced(body, outgoing), answered) : answered;
}

/** For the route: what Remix takes for a question for data is answered by `handleDataRequest` instead. */
const answerDocument = (args: { request: Request }) => {
  const { pathname = "", searchParams } = asked.getStore()?.address ?? {};
  return pathname.endsWith(".data") || searchParams?.has("_data") ? null : answer(args);
};

/** The body no faster than its reader takes it, and no further once they have left: `remix-serve` heeds neither. */
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
  // what Remix objects to before the host does; its messages hold addresses
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
  // else `remix-serve` would replace Node's `Request` and `Response` by older ones
  v3_singleFetch: true,
  // else Remix would answer for the manifest of routes, of which it has but one
  v3_lazyRouteDiscovery: false,
};
/** Of a folder that is not there: what is in the browser's build is the host's to send, with its headers. */
export const publicPath = "/none/";
export const assetsBuildDirectory = "none";

// its log would hold whole addresses: what visitors search for, and the tickets of streams
const requireOfServe = createRequire(import.meta.resolve("@remix-run/serve/dist/cli.js"));
const morgan: { format(name: string, line: () => undefined): unknown } = requireOfServe("morgan");
morgan.format("tiny", () => undefined);

// while `remix-serve` sets itself up it stands where there is no folder `public`, which it would send as well
const home = process.cwd();
process.chdir(import.meta.dirname);
const LISTENING = "tracing:net.server.listen:asyncStart";
subscribe(LISTENING, function onListen(message) {
  unsubscribe(LISTENING, onListen);
  process.chdir(home);
  // after `remix-serve` has said what it does at a signal: it would call it an error that the server is closed already
  process.nextTick(serveBy, (message as { server: Server }).server);
});

import { Transform } from "node:stream";
import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import type { AppLoadContext } from "@remix-run/server-runtime";
import { isbot } from "isbot";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { DocumentContext } from "./remix/document-context.ts";
import { dropNulls } from "./remix/drop-nulls.ts";
import { nameFirstPicture } from "./remix/first-picture.server.ts";
import { handoffScript, isLater, receiver } from "./remix/handoff.server.ts";
import { pageKindOf } from "./remix/page-kind.server.ts";
import icons from "./ui/media/icons.svg?raw";

/** How long streamed data may take; longer than any call to the upstream with its repetition. */
export const streamTimeout = 12_000;
/** React gives up a little later, so that the data's own message is what the visitor reads. */
const RENDER_TIMEOUT = streamTimeout + 1_000;
/** What React leaves for the browser to draw. */
const LEFT_OUT = "<!--$!-->";

/** Sends the page in one piece where all of it is there, and streams it otherwise. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  context: AppLoadContext,
) {
  const { nonce } = context;
  headers.set("content-type", "text/html; charset=utf-8");
  const { loaderData, actionData } = page.staticHandlerContext;
  const whole =
    isLater(loaderData) || isLater(actionData) ? undefined : render(request, page, nonce);
  if (!whole || whole.includes(LEFT_OUT)) return stream(request, status, headers, page, context);
  const document = Buffer.concat([whole, Buffer.from(await handoffScript(page, nonce))]);
  headers.set("content-length", String(document.length));
  return new Response(document, { headers, status });
}

/** In bytes, because React puts its text together of thousands of pieces, and each look at that costs a copy. */
function render(request: Request, page: EntryContext, nonce: string) {
  const withoutData = { ...page, serverHandoffStream: undefined };
  const html = `<!DOCTYPE html>${renderToString(drawn(request, withoutData, nonce))}`;
  return nameFirstPicture(Buffer.from(html));
}

function drawn(request: Request, page: EntryContext, nonce: string) {
  const { manifest, styles, start } = pageKindOf(page);
  return (
    <DocumentContext.Provider value={{ nonce, styles, icons, start, receiver: receiver(page) }}>
      <RemixServer context={{ ...page, manifest }} url={request.url} nonce={nonce} />
    </DocumentContext.Provider>
  );
}

/** The shell at once, the rest as it arrives. Robots get the whole page in one piece. */
function stream(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  { nonce, logError: tellLog }: AppLoadContext,
) {
  const patient = isbot(request.headers.get("user-agent") ?? "");
  return new Promise<Response>((resolve, reject) => {
    let responseStatus = status;
    let timer: NodeJS.Timeout | undefined;
    const body = new Transform({
      transform: dropNulls,
      final: (done) => done(clearTimeout(timer) as undefined),
    });
    const answer = () => {
      resolve(
        new Response(createReadableStreamFromReadable(body), { headers, status: responseStatus }),
      );
      pipe(body);
    };
    // our own scripts, of which Remix knows nothing, take the streamed data too
    const renderMeta = { didRenderScripts: true };
    const { pipe, abort } = renderToPipeableStream(drawn(request, { ...page, renderMeta }, nonce), {
      nonce,
      // a part that is there stands in its place, however large it is, so that it needs no script
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      [patient ? "onAllReady" : "onShellReady"]: answer,
      onShellError: reject,
      onError(error) {
        responseStatus = 500;
        if (!request.signal.aborted) tellLog(error);
      },
    });
    timer = setTimeout(abort, RENDER_TIMEOUT);
  });
}

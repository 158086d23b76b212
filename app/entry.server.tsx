import { Transform } from "node:stream";
import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import type { AppLoadContext } from "@remix-run/server-runtime";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { dropNulls } from "./drop-nulls.ts";
import { NonceContext } from "./nonce.ts";

/** How long streamed data may take; longer than any call to the upstream with its repetition. */
export const streamTimeout = 12_000;
/** React gives up a little later, so that the data's own message is what the visitor reads. */
const RENDER_TIMEOUT = streamTimeout + 1_000;

/** Streams the page: the shell at once, the rest as it arrives. Robots get the whole page in one piece. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce }: AppLoadContext,
) {
  const whole = isbot(request.headers.get("user-agent") ?? "");
  return new Promise<Response>((resolve, reject) => {
    let responseStatus = status;
    let timer: NodeJS.Timeout | undefined;
    const body = new Transform({
      transform: dropNulls,
      final: (done) => done(clearTimeout(timer) as undefined),
    });
    const answer = () => {
      headers.set("content-type", "text/html; charset=utf-8");
      if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
      resolve(
        new Response(createReadableStreamFromReadable(body), { headers, status: responseStatus }),
      );
      pipe(body);
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        // a part that is there stands in its place, however large it is, so that it needs no script
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        [whole ? "onAllReady" : "onShellReady"]: answer,
        onShellError: reject,
        onError(error) {
          responseStatus = 500;
          if (!request.signal.aborted) console.error(error);
        },
      },
    );
    timer = setTimeout(abort, RENDER_TIMEOUT);
  });
}

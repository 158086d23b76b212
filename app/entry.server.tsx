import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import type { AppLoadContext, HandleErrorFunction } from "@remix-run/server-runtime";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import firstScript from "./device/first-script.ts?script";
import { documentStream, wholeDocument } from "./remix/document-stream.ts";
import { cachedHtml } from "./remix/kept-html.server.ts";
import { ServerDocumentContext } from "./remix/server-document.tsx";
import icons from "./ui/basics/icons.svg?raw";
import { ServerRender } from "./ui/kept-item.tsx";

export const streamTimeout = 12_000;
/** Longer than the data's timeout, so that its error message is rendered first. */
const RENDER_TIMEOUT = streamTimeout + 1_000;

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.logError(error, "a page failed");
};

/** Streams only if data is late, and never to robots: compressing a whole document in one piece costs half as much. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  { nonce, logError, isStreaming, encodeWhole, choices }: AppLoadContext,
) {
  const rendering = choices.blursCovers || import.meta.env.DEV ? choices : { cachedHtml };
  const streamed = isStreaming() && !isbot(request.headers.get("user-agent") ?? "");
  headers.set("content-type", "text/html; charset=utf-8");
  return new Promise<Response>((resolve, reject) => {
    let responseStatus = status;
    let timer: NodeJS.Timeout | undefined;
    const respond = (body: BodyInit) =>
      resolve(new Response(body, { headers, status: responseStatus }));
    const answerStreamed = () => {
      const body = documentStream().once("close", () => clearTimeout(timer));
      pipe(body);
      respond(createReadableStreamFromReadable(body));
    };
    const answerWhole = () => {
      const body = wholeDocument((page) => respond(encodeWhole(page, headers) as BodyInit));
      pipe(body.once("close", () => clearTimeout(timer)).once("error", reject));
    };
    const { pipe, abort } = renderToPipeableStream(
      <ServerDocumentContext.Provider
        value={{ nonce, styles: documentStyles(page), icons, firstScript }}
      >
        <ServerRender.Provider value={rendering}>
          <RemixServer context={page} url={request.url} nonce={nonce} />
        </ServerRender.Provider>
      </ServerDocumentContext.Provider>,
      {
        nonce,
        // inlines completed boundaries of any size, because those sent later need a script to appear
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        ...(streamed ? { onShellReady: answerStreamed } : { onAllReady: answerWhole }),
        onShellError: reject,
        onError(error) {
          responseStatus = 500;
          if (!request.signal.aborted) logError(error, "rendering a page failed");
        },
      },
    );
    timer = setTimeout(abort, RENDER_TIMEOUT);
  });
}

const BUILT = "build/client";
const styleTexts = new Map<string, string>();

function documentStyles({ manifest, staticHandlerContext }: EntryContext): string {
  if (import.meta.env.DEV) return "";
  const files = staticHandlerContext.matches.flatMap(
    ({ route }) => manifest.routes[route.id]?.css ?? [],
  );
  return [...new Set(files)].map(readCached).join("");
}

function readCached(file: string): string {
  const text = styleTexts.get(file) ?? readFileSync(join(BUILT, file), "utf8").trim();
  styleTexts.set(file, text);
  return text;
}

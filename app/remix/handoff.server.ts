import type { EntryContext } from "@remix-run/node";

/** Where the app's data will come in, for its scripts to find whenever they start, which they may from here on. */
export const receiver = ({ serverHandoffString }: EntryContext) =>
  `window.__remixContext=${serverHandoffString};` +
  "__remixContext.stream=new ReadableStream({start(controller){__remixContext.streamController=controller}})" +
  '.pipeThrough(new TextEncoderStream());dispatchEvent(new Event("shell"));';

/** The data in one piece, as Remix's render would stream it. */
export async function handoffScript({ serverHandoffStream }: EntryContext, nonce: string) {
  if (!serverHandoffStream) return "";
  const data = quoted(await new Response(serverHandoffStream).text());
  return `<script nonce="${nonce}">__remixContext.streamController.enqueue(${data});__remixContext.streamController.close()</script>`;
}

/** Whether any data is a promise still; settled or not, only a streaming render shows what it holds. */
export const isLater = (data: unknown): boolean =>
  data instanceof Promise ||
  (typeof data === "object" && data !== null && Object.values(data).some(isLater));

const escapes: Record<string, string> = { "\n": "\\n", "\r": "\\r", "<": "\\x3c" };

/** In single quotes, because the data is full of double ones. */
const quoted = (value: string) =>
  `'${value.replace(/[\\'<\n\r]/g, (sign) => escapes[sign] ?? `\\${sign}`)}'`;

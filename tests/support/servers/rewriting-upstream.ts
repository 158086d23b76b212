import type { ServerResponse } from "node:http";
import { type Codec, looksEncrypted } from "../../../server/upstream-client/codec.ts";
import { listen } from "./listen.ts";

/** The reference upstream's decrypted answer to a call. */
export interface OpenedAnswer {
  /** The last segment of the path. */
  call: string;
  envelope: { code: number | string; msg?: string | null; data?: unknown };
  encrypted: boolean;
}

/** Changes to the messages in the form in which they are sent, such as encrypted. */
export interface Wire {
  /** Called with a JSON body, or with a header that names a member. */
  receive?: (text: string) => string;
  send?: (json: string, response: ServerResponse) => string | Buffer;
}

/** Forwards to the reference upstream, and answers with what `rewrite` returns for its decrypted answer. */
export function startRewritingUpstream(
  upstream: { url: string; codec: Codec },
  rewrite: (answer: OpenedAnswer) => unknown,
  { receive = (same) => same, send = (same) => same }: Wire = {},
) {
  /** Uploads are not JSON. */
  const received = (body: Buffer<ArrayBuffer>) =>
    body[0] === 0x7b ? receive(body.toString()) : body;
  return listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const headers = new Headers();
    for (const name of ["content-type", "token", "userid", "x-security-flag"]) {
      const value = request.headers[name];
      if (typeof value === "string") headers.set(name, receive(value));
    }
    const answer = await fetch(upstream.url + request.url, {
      method: request.method,
      headers,
      ...(chunks.length > 0 && { body: received(Buffer.concat(chunks)) }),
    });
    const type = answer.headers.get("content-type") ?? "";
    if (!type.includes("json")) {
      response.setHeader("content-type", type);
      return response.end(Buffer.from(await answer.arrayBuffer()));
    }
    const envelope = (await answer.json()) as OpenedAnswer["envelope"];
    const { data } = envelope;
    const encrypted = typeof data === "string" && looksEncrypted(data);
    const opened = { ...envelope, ...(encrypted && { data: upstream.codec.decrypt(data) }) };
    const call = request.url?.split("/").at(-1) ?? "";
    response.setHeader("content-type", "text/plain");
    response.end(send(JSON.stringify(rewrite({ call, envelope: opened, encrypted })), response));
  });
}

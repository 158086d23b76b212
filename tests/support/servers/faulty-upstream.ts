import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createCodec } from "../../../server/upstream-client/codec.ts";
import { disposable } from "../disposable.ts";

/** Spoils the answer to one request; `pass` returns the upstream's own answer, as JSON. */
type Spoil = (response: ServerResponse, pass: () => Promise<Record<string, unknown>>) => unknown;

const foreign = createCodec({ key: Buffer.alloc(16, 7), iv: Buffer.alloc(16, 9) });
const json = (response: ServerResponse, body: unknown) => response.end(JSON.stringify(body));

/** The ways in which an upstream can fail. For `refused` no server listens. */
export const faults = {
  refused: undefined,
  reset: (response) => response.socket?.resetAndDestroy(),
  hang: () => undefined,
  "slow body": (response) => {
    const drip = setInterval(() => response.write(" "), 50);
    response.on("close", () => clearInterval(drip));
  },
  truncated: (response) => {
    response.writeHead(200, { "content-length": "1000" }).write('{"code":0,');
    setTimeout(() => response.destroy(), 10);
  },
  "HTTP 500": (response) => response.writeHead(500).end("oops"),
  garbage: (response) => response.end("<html>It works!</html>"),
  "wrong key": (response) =>
    json(response, { code: 0, data: foreign.encrypt({ a: "b".repeat(99) }) }),
  "huge body": (response) => response.end(Buffer.alloc(13 * 1024 * 1024, 32)),
  "wrong types": (response) => json(response, { code: 0, data: true }),
  "missing code": async (response, pass) => json(response, { ...(await pass()), code: undefined }),
} satisfies Record<string, Spoil | undefined>;
export type FaultName = keyof typeof faults;

/** A proxy in front of an upstream that spoils all answers between `spoil` and `heal`. */
export async function startFaultyFront(upstreamUrl: string) {
  let fault: FaultName | undefined;
  let seen = 0;
  const forward = async (incoming: IncomingMessage, body: Buffer) => {
    const { method, headers } = incoming;
    const forwarded = request(upstreamUrl + incoming.url, { method, headers });
    forwarded.end(body);
    const [answer] = (await once(forwarded, "response")) as [IncomingMessage];
    return answer;
  };
  const server = createServer(async (incoming, response) => {
    seen += 1;
    const body = Buffer.concat(await incoming.toArray());
    const spoil: Spoil | undefined = fault && faults[fault];
    if (spoil) {
      const pass = async () => {
        const answer = await forward(incoming, body).then(
          (passed) => passed.toArray(),
          () => [],
        );
        const text = Buffer.concat(answer).toString();
        return text.startsWith("{") ? JSON.parse(text) : {};
      };
      return spoil(response, pass);
    }
    const answer = await forward(incoming, body).catch(() => undefined);
    if (!answer) return response.destroy();
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const silence = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const port = await listen(0);
  return disposable({
    url: `http://127.0.0.1:${port}`,
    /** The number of requests so far. */
    seen: () => seen,
    async spoil(name: FaultName) {
      fault = name;
      if (name === "refused") await silence();
    },
    async heal() {
      if (fault === "refused") await listen(port);
      fault = undefined;
      // requests that still hang were sent before
      server.closeAllConnections();
    },
    stop: silence,
  });
}

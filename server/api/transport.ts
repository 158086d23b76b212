import { Agent, type Dispatcher, errors, type FormData, request } from "undici";
import { UpstreamFault } from "./errors.ts";

/** The largest answer that is read, in bytes. */
const MAX_ANSWER = 8 * 1024 * 1024;
/** Connections to the upstream at once; more calls wait for a free one. */
const CONNECTIONS = 64;

export interface Call {
  /** Names the call in messages: "video.detail". */
  name: string;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  /** JSON text, or a form with files. */
  body?: string | FormData;
  /** Reads may go out twice after a connection fault; writes never. */
  repeatable: boolean;
}

export interface Transport {
  /** The body of a 2xx answer. Throws UpstreamFault for anything else. */
  send(call: Call): Promise<string>;
  close(): Promise<void>;
}

/**
 * Sends calls to the upstream over a pool of kept connections.
 *
 * @param options.baseUrl scheme, host, optional port and path prefix
 * @param options.timeoutMs from the request to the last byte, in milliseconds
 */
export function createTransport(options: { baseUrl: string; timeoutMs: number }): Transport {
  const base = options.baseUrl.replace(/\/+$/, "");
  const dispatcher = new Agent({ connections: CONNECTIONS });

  const attempt = async (call: Call, signal: AbortSignal) => {
    const answer = await request(`${base}${call.path}`, {
      method: call.method,
      headers: {
        ...call.headers,
        ...(typeof call.body === "string" && { "content-type": "application/json" }),
      },
      body: call.body,
      dispatcher,
      signal,
    });
    if (answer.statusCode < 200 || answer.statusCode > 299) {
      await answer.body.dump();
      throw new UpstreamFault(`${call.name}: HTTP status ${answer.statusCode}.`);
    }
    return readText(call.name, answer.body);
  };

  return {
    async send(call) {
      const signal = AbortSignal.timeout(options.timeoutMs);
      try {
        return await attempt(call, signal).catch((error: unknown) => {
          if (call.repeatable && isConnectionFault(error)) return attempt(call, signal);
          throw error;
        });
      } catch (error) {
        if (error instanceof UpstreamFault) throw error;
        const reason = signal.aborted ? `no answer within ${options.timeoutMs} ms` : String(error);
        throw new UpstreamFault(`${call.name}: ${reason}.`, { cause: error });
      }
    },
    close: () => dispatcher.destroy(),
  };
}

async function readText(name: string, body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ANSWER)
      throw new UpstreamFault(`${name}: the answer is over ${MAX_ANSWER} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const connectionCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOTFOUND", "EAI_AGAIN"]);

function isConnectionFault(error: unknown): boolean {
  if (error instanceof errors.SocketError || error instanceof errors.ConnectTimeoutError)
    return true;
  return error instanceof Error && connectionCodes.has((error as NodeJS.ErrnoException).code ?? "");
}

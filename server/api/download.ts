import { Agent, type Dispatcher, request } from "undici";
import { UpstreamFault } from "./errors.ts";

/** Fetches pictures, playlists and segments from the addresses that the upstream names. */
export interface Downloader {
  /** The whole file, at most `limit` bytes. Throws UpstreamFault when it cannot be had. */
  bytes(url: string, limit: number): Promise<Buffer>;
  /** The answer as it comes; `headers` is for Range and the like. The caller reads or destroys the body. */
  open(
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal,
    method?: "GET" | "POST",
  ): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

/** @param options.timeoutMs until the last byte of `bytes`, until the first of `open` */
export function createDownloader(options: { timeoutMs: number }): Downloader {
  const dispatcher = new Agent({ connections: 32, headersTimeout: options.timeoutMs });

  return {
    async bytes(url, limit) {
      const signal = AbortSignal.timeout(options.timeoutMs);
      const answer = await request(url, { dispatcher, signal });
      if (answer.statusCode !== 200) {
        await answer.body.dump();
        throw new UpstreamFault(`media: HTTP status ${answer.statusCode}.`, {
          status: answer.statusCode,
        });
      }
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > limit) throw new UpstreamFault(`media: over ${limit} bytes.`);
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    },
    open: (url, headers, signal, method = "GET") =>
      request(url, { dispatcher, headers, signal, method }),
    close: () => dispatcher.destroy(),
  };
}

import { createCodec } from "../../upstream-client/codec.ts";
import { keyBytes } from "../keys.ts";
import type { Upstream } from "../start.ts";

/** An envelope as it came, with `data` decrypted where it was encrypted. */
export interface Answer<Data> {
  status: number;
  code: number;
  msg: string;
  data: Data;
}

export interface CallOptions {
  method?: string;
  token?: string;
  /** Replaces the JSON body. */
  raw?: BodyInit;
  headers?: Record<string, string>;
}

/** Calls an upstream over HTTP, as the site does: with the security header, and `{}` for no body. */
export function createCaller({ url, settings }: Pick<Upstream, "url" | "settings">) {
  const codec = createCodec({ key: keyBytes(settings.aesKey), iv: keyBytes(settings.aesIv) });
  const [name = "", value = ""] = settings.securityHeader.split(": ");
  return async function call<Data = unknown>(
    path: string,
    body: unknown = {},
    { method = "POST", token, raw, headers }: CallOptions = {},
  ): Promise<Answer<Data>> {
    const response = await fetch(url + path, {
      method,
      headers: { [name]: value, ...(token && { token }), ...headers },
      body: method === "GET" ? null : (raw ?? JSON.stringify(body)),
      ...(raw instanceof ReadableStream && { duplex: "half" }),
    });
    const answer = await response.json();
    const data = looksLikeCiphertext(answer.data) ? codec.decrypt(answer.data) : answer.data;
    return { ...answer, status: response.status, data };
  };
}

const looksLikeCiphertext = (data: unknown): data is string =>
  typeof data === "string" && /^[A-Za-z0-9+/]+=*$/.test(data) && data.length % 4 === 0;

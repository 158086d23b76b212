import type { IncomingHttpHeaders } from "node:http";
import { errors } from "undici";
import { ProxyFault, SessionEndedError, type UpstreamRefusal } from "../upstream-client/errors.ts";
import { cut } from "./repairs.ts";

export interface Cause {
  kind:
    | "skipped"
    | "connection"
    | "dns"
    | "tls"
    | "timeout"
    | "proxy"
    | "gateway"
    | "redirect"
    | "security-header"
    | "path"
    | "html"
    | "http"
    | "shape"
    | "too-large"
    | "refused"
    | "session"
    | "success-code"
    | "key"
    | "iv"
    | "cipher"
    | "empty"
    | "picture"
    | "stream"
    | "topics";
  message: string;
  setting?: string;
}

const dns = new Set(["ENOTFOUND", "EAI_AGAIN", "EAI_NODATA"]);

/** @param timeoutMs above 0 if the call timed out */
export function networkCause(error: unknown, url: string, timeoutMs: number): Cause {
  if (error instanceof ProxyFault) return proxyCause(error, url);
  const { host, protocol } = new URL(url);
  const code = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : "";
  const setting = "UPSTREAM_URL";
  if (timeoutMs > 0 || code === "UND_ERR_CONNECT_TIMEOUT") {
    return {
      kind: "timeout",
      setting: "UPSTREAM_TIMEOUT_MS",
      message: `${timeoutMs || "限定"} 毫秒内没有答完：检查上游的负载与防火墙，或调大 UPSTREAM_TIMEOUT_MS`,
    };
  }
  if (dns.has(code)) {
    const message = `找不到主机 ${host}（${code}）：检查 UPSTREAM_URL 的主机名与本机的 DNS`;
    return { kind: "dns", setting, message };
  }
  if (protocol === "https:" && /SSL|CERT|TLS|EPROTO|SIGNATURE/.test(code)) {
    const advice = /WRONG_VERSION_NUMBER|EPROTO|PACKET_LENGTH/.test(code)
      ? "该端口不说 TLS，UPSTREAM_URL 多半应以 http:// 开头"
      : "证书无效或不受信任；自签的根证书用 NODE_EXTRA_CA_CERTS 指给 Node，主机名须与证书一致";
    return { kind: "tls", setting, message: `与 ${host} 的 TLS 握手失败（${code}）：${advice}` };
  }
  if (error instanceof errors.HTTPParserError || code.startsWith("HPE_")) {
    const message = `${host} 回答的不是 HTTP：检查 UPSTREAM_URL 的端口；若是 TLS 端口，应以 https:// 开头`;
    return { kind: "connection", setting, message };
  }
  const broken = error instanceof errors.SocketError || /^(ECONNRESET|EPIPE)$/.test(code);
  const message = broken
    ? `与 ${host} 的连接在答完之前断开：看上游自己的日志；若是 TLS 端口，UPSTREAM_URL 应以 https:// 开头`
    : `连不上 ${host}（${code}）：检查 UPSTREAM_URL 的主机与端口、上游是否在运行、防火墙是否放行`;
  return { kind: "connection", setting, message };
}

function proxyCause({ status, cause }: ProxyFault, url: string): Cause {
  const setting = "UPSTREAM_PROXY";
  const settings = "UPSTREAM_PROXY、HTTPS_PROXY 与 HTTP_PROXY";
  const fault = (advice: string): Cause => ({ kind: "proxy", setting, message: `代理${advice}` });
  if (status === undefined) {
    const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? "";
    return fault(`连不上（${code}）：检查 ${settings}，代理是否在运行`);
  }
  if (status === 407) return fault(`不认用户与密码（407）：检查 ${settings}`);
  if (status >= 500)
    return fault(`够不到 ${new URL(url).host}（${status}）：检查 UPSTREAM_URL 与 NO_PROXY`);
  return fault(`不放行（${status}）：让它允许 CONNECT 到 ${new URL(url).host}，或写进 NO_PROXY`);
}

const isHtml = (body: string) => /^\s*<(!doctype|html|head|body)\b/i.test(body);

/** Why this is not an answer of the API; undefined for a status of 2xx, unless it is HTML. */
export function statusCause(
  status: number,
  headers: IncomingHttpHeaders | Record<string, string | string[] | undefined>,
  body: string,
  url: string,
): Cause | undefined {
  const page = isHtml(body) ? "，应答是一个网页" : "";
  if (status >= 200 && status < 300) return page ? htmlCause : undefined;
  if (status < 400) {
    const target = URL.canParse(String(headers.location), url)
      ? new URL(String(headers.location), url).origin
      : "别处";
    const message = `HTTP ${status} 转向 ${target}：站点不跟随转向，UPSTREAM_URL 应直接写最终地址`;
    return { kind: "redirect", setting: "UPSTREAM_URL", message };
  }
  if (status === 401 || status === 403) {
    const message = `HTTP ${status}${page}：上游不认安全标识，检查 UPSTREAM_SECURITY_HEADER 的名称与值；若由中间的防护拦下，请把本机加入其白名单`;
    return { kind: "security-header", setting: "UPSTREAM_SECURITY_HEADER", message };
  }
  if (status === 404) {
    const message = `HTTP 404${page}：没有这个路径，检查 UPSTREAM_URL 的路径前缀`;
    return { kind: "path", setting: "UPSTREAM_URL", message };
  }
  if (status === 407 || status === 502 || status === 503 || status === 504) {
    const message = `HTTP ${status}${page}：由中间的代理或网关回答，它${status === 407 ? "要求登录" : "够不到上游"}`;
    return { kind: "gateway", setting: "UPSTREAM_URL", message };
  }
  return { kind: "http", message: `HTTP ${status}${page}：看上游自己的日志` };
}

const htmlCause: Cause = {
  kind: "html",
  setting: "UPSTREAM_URL",
  message:
    "应答是一个网页而不是 JSON：UPSTREAM_URL 应指向接口本身（可能少了路径前缀），或中间有登录页、验证页",
};

/** For an answer without a valid envelope, or data that does not match the schema. */
export function shapeCause(body: string, fields?: string[]): Cause {
  if (fields) {
    const message = `数据与约定不符，在 ${cut([...new Set(fields)].join("、"), 60)}：检查上游的版本`;
    return { kind: "shape", message };
  }
  if (isHtml(body)) return htmlCause;
  const what = /^\s*[{[]/.test(body) ? "里没有 code" : "不是 JSON";
  const message = `应答${what}：UPSTREAM_URL 应指向接口本身`;
  return { kind: "shape", setting: "UPSTREAM_URL", message };
}

/** A placeholder until `ciphers.ts` has examined all undecryptable answers together. */
export const unopenedCause: Cause = { kind: "cipher", message: "data 打不开" };

export const tooLargeCause = (): Cause => ({
  kind: "too-large",
  message: "应答超过 8 MB：请让上游每次少答一些",
});

export const damagedCause: Cause = { kind: "shape", message: "应答的压缩已损坏：看上游自己的日志" };

export const successCause = (code: string): Cause => ({
  kind: "success-code",
  setting: "UPSTREAM_SUCCESS_CODE",
  message: `代码 ${code} 的应答带着要的数据：上游多半以 ${code} 表示成功，写进 UPSTREAM_SUCCESS_CODE`,
});

export function codeCause(code: string, error: UpstreamRefusal | SessionEndedError): Cause {
  if (error instanceof SessionEndedError) {
    const message = `代码 ${code}：上游不认会员令牌，检查登记会员的调用与上游的时钟`;
    return { kind: "session", message };
  }
  if (code === "401" || code === "403") {
    const message = `代码 ${code}（${cut(error.message, 40)}）：检查 UPSTREAM_SECURITY_HEADER 的名称与值`;
    return { kind: "security-header", setting: "UPSTREAM_SECURITY_HEADER", message };
  }
  return { kind: "refused", message: `上游拒绝，代码 ${code}：${cut(error.message, 40)}` };
}

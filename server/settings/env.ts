import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { z } from "zod";
import { MAX_UPLOAD_FORM_MB } from "../contract/rules.ts";
import { builtInHotWords, builtInTopics, hotWordsSchema, topicsSchema } from "../domain/site.ts";
import {
  bearerToken,
  byHost,
  bytes,
  codes,
  headerLine,
  jsonFile,
  proxyUrl,
  secretTexts,
  storeUrl,
  webOrigin,
  webOrigins,
  webUrl,
  webUrls,
  webUrlWithMember,
  wholeNumber,
} from "./setting-schemas.ts";

/** The message is one line with the variable's name and what it should be. */
export class InvalidSetting extends Error {
  override name = "InvalidSetting";
}

const proxy = {
  schema: proxyUrl.optional(),
  holds: "形如 http://用户:密码@主机:端口 的代理地址",
  secret: true,
};

const token = {
  schema: bearerToken.optional(),
  holds: "至少 16 个字符的密钥，只含字母、数字与符号",
  secret: true,
};

/** In MB; twice the largest form, because one network may use half of it. */
const LEAST_UPLOAD_MEMORY = 2 * MAX_UPLOAD_FORM_MB;

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal"] as const;

/** `holds` is for messages, which never show `secret` values; `lowerCase`: also accepted so. */
const settings = {
  NODE_ENV: { schema: z.string().default("development"), holds: "production 或 development" },
  PORT: { schema: wholeNumber(0, 65535).default(3000), holds: "0 到 65535 之间的整数" },
  HOST: { schema: z.string().min(1).default("0.0.0.0"), holds: "要监听的地址" },
  UPSTREAM_URL: {
    schema: webUrls.optional(),
    holds: "http:// 或 https:// 开头的地址，可用逗号分隔多个，排在前面的优先",
  },
  UPSTREAM_AES_KEY: {
    schema: bytes(16, 24, 32).optional(),
    holds: "16、24 或 32 字节的文本，或 hex: 开头的十六进制",
    secret: true,
  },
  UPSTREAM_AES_IV: {
    schema: bytes(16).optional(),
    holds: "16 字节的文本，或 hex: 开头的十六进制",
    secret: true,
  },
  UPSTREAM_AES_MODE: { schema: z.enum(["cbc", "ecb"]).default("cbc"), holds: "cbc 或 ecb" },
  UPSTREAM_SECURITY_HEADER: {
    schema: headerLine.optional(),
    holds: "形如 Name: value 的一行",
    secret: true,
  },
  UPSTREAM_SUCCESS_CODE: {
    schema: codes.default(["0"]),
    holds: "上游表示成功的代码，可用逗号分隔多个",
  },
  UPSTREAM_BOUGHT_MARK: { schema: z.string().min(1).default("bought"), holds: "一段文本" },
  UPSTREAM_TIMEOUT_MS: {
    schema: wholeNumber(1, 600_000).default(10_000),
    holds: "1 到 600000 之间的毫秒数",
  },
  UPSTREAM_PROXY: { ...proxy },
  HTTPS_PROXY: { ...proxy, lowerCase: true },
  HTTP_PROXY: { ...proxy, lowerCase: true },
  NO_PROXY: {
    schema: z.string().optional(),
    holds: "以逗号分隔的主机名，这些主机不经过代理",
    lowerCase: true,
  },
  SESSION_SECRET: {
    schema: secretTexts(32).optional(),
    holds: "以逗号分隔的密钥，每个至少 32 个字符；第一个用于加密，全部用于解密",
    secret: true,
  },
  CACHE_URL: {
    schema: storeUrl.optional(),
    holds: "redis://、rediss:// 或 unix: 开头的 Redis/Valkey 地址",
    secret: true,
  },
  DATA_DIR: { schema: z.string().min(1).default("./data"), holds: "一个可写的目录" },
  IMAGE_CACHE_MB: {
    schema: wholeNumber(0, 1_000_000).default(512),
    holds: "0 到 1000000 之间的整数，单位 MB",
  },
  MEMORY_CACHE_MB: {
    schema: wholeNumber(8, 100_000).default(64),
    holds: "8 到 100000 之间的整数，单位 MB",
  },
  UPLOAD_MEMORY_MB: {
    schema: wholeNumber(LEAST_UPLOAD_MEMORY, 100_000).default(64),
    holds: `${LEAST_UPLOAD_MEMORY} 到 100000 之间的整数，单位 MB`,
  },
  OPEN_STREAMS: {
    schema: wholeNumber(24, 10_000).default(192),
    holds: "24 到 10000 之间的整数",
  },
  PUBLIC_ORIGIN: {
    schema: webOrigin.transform((value) => new URL(value).origin).optional(),
    holds: "形如 https://example.com 的站点源",
  },
  TRUST_PROXY: { schema: wholeNumber(0, 10).default(0), holds: "0 到 10 之间的代理层数" },
  MEDIA_ORIGINS: {
    schema: webOrigins.optional(),
    holds: "以空格或逗号分隔的源，如 https://cdn.example.com",
  },
  MEDIA_REFERER: {
    schema: byHost(webUrl).optional(),
    holds:
      "http(s) 地址，或以空格分隔的 主机=地址，如 img.example.com=https://www.example.com/ *.cdn.example.com=https://www.example.com/",
  },
  MEDIA_USER_AGENT: {
    schema: byHost(z.string().regex(/^[\x20-\x7e]+$/)).optional(),
    holds:
      "一行英文的 User-Agent，或以空格分隔的 主机=User-Agent，如 *.cdn.example.com=Mozilla/5.0 (Windows NT 10.0; Win64; x64)",
  },
  SITE_NAME: {
    schema: z.string().trim().min(1).max(20).default("橙影"),
    holds: "站点名称，1 到 20 个字",
  },
  CUSTOMER_SERVICE_URL: {
    schema: z.union([webUrl, z.string().regex(/^\/(?![/\\])/)]).default("/chatlink.html"),
    holds: "http(s) 地址或 / 开头的路径",
  },
  SECURITY_CONTACT: {
    schema: z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/[\x21-\x7e]+)$/)
      .optional(),
    holds: "mailto: 或 https:// 开头的联系方式",
  },
  SITE_PASSWORD: {
    schema: secretTexts(8).optional(),
    holds: "以逗号分隔的访问密码，每个至少 8 个字符",
    secret: true,
  },
  APK_URL: { schema: webUrl.optional(), holds: "http:// 或 https:// 开头的安装包地址" },
  ANALYTICS_URL: {
    schema: webUrlWithMember.optional(),
    holds: "http:// 或 https:// 开头的脚本地址，路径与参数中可含 {h5Uuid}",
  },
  AGE_GATE: { schema: z.enum(["on", "off"]).default("on"), holds: "on 或 off" },
  TOPICS_FILE: {
    schema: jsonFile(topicsSchema).default(builtInTopics),
    holds: `JSON 文件，内容形如 [{"title":"专题名","code":"30","sonTypeCode":"81,82","path":"/图片或 https 地址"}]`,
  },
  HOT_WORDS_FILE: {
    schema: jsonFile(hotWordsSchema).default(builtInHotWords),
    holds: `JSON 文件，内容形如 ["海边","星空"]，1 到 30 个词`,
  },
  METRICS_TOKEN: { ...token },
  PURGE_TOKEN: { ...token },
  ACCESS_LOG: { schema: z.enum(["on", "off"]).default("on"), holds: "on 或 off" },
  LOG_LEVEL: { schema: z.enum(logLevels).default("info"), holds: logLevels.join("、") },
} satisfies Record<string, Setting>;

interface Setting {
  schema: z.ZodType;
  holds: string;
  secret?: boolean;
  lowerCase?: boolean;
}

type Name = keyof typeof settings;
type Source = Record<string, string | undefined>;
export type Env = { [K in Name]: z.output<(typeof settings)[K]["schema"]> };

const setting = (name: Name): Setting => settings[name];

/**
 * Reads the settings. Nothing else in the site reads `process.env`.
 * @throws {InvalidSetting} with the variable's name, its value and what it should be
 */
export function readEnv(source: Source): Env {
  const env = readAll(Object.keys(settings) as Name[], source);
  if (env.UPSTREAM_URL) requireForeignUpstream(env);
  return env;
}

function readAll<Some extends Name>(names: readonly Some[], source: Source): Pick<Env, Some> {
  const values = names.map((name) => {
    const { schema, lowerCase } = setting(name);
    const raw = source[name] || (lowerCase && source[name.toLowerCase()]) || undefined;
    const parsed = schema.safeParse(raw);
    if (!parsed.success) throw wrong(name, raw);
    return [name, parsed.data] as const;
  });
  return Object.fromEntries(values) as Pick<Env, Some>;
}

/** What may change while the site runs. */
export const changeable = ["TOPICS_FILE", "HOT_WORDS_FILE", "SITE_PASSWORD"] as const;

/**
 * Returns a function that reads the changeable settings again, and throws InvalidSetting. Of a setting that `.env` gave,
 * the file's line of that moment counts.
 */
export function createReread(source: Source) {
  const before = dotEnv();
  return () => {
    const now = dotEnv();
    const lines = changeable.filter((name) => source[name] === before[name]);
    const changed = Object.fromEntries(lines.map((name) => [name, now[name]]));
    return readAll(changeable, { ...source, ...changed });
  };
}

const dotEnv = (): Source => (existsSync(".env") ? parseEnv(readFileSync(".env", "utf8")) : {});

/** A configured upstream has no defaults for these. */
function requireForeignUpstream(env: Env) {
  const needed: Name[] = ["UPSTREAM_AES_KEY", "UPSTREAM_SECURITY_HEADER"];
  if (env.UPSTREAM_AES_MODE === "cbc") needed.push("UPSTREAM_AES_IV");
  if (env.NODE_ENV === "production") needed.push("SESSION_SECRET");
  if (env.CACHE_URL) needed.push("SESSION_SECRET");
  for (const name of needed) if (env[name] === undefined) throw wrong(name, undefined);
}

function wrong(name: Name, raw: string | undefined): InvalidSetting {
  const { holds, secret } = setting(name);
  const found =
    raw === undefined
      ? "未设置"
      : secret
        ? `现在是 ${Buffer.byteLength(raw)} 字节的内容`
        : `现在是 ${JSON.stringify(raw)}`;
  return new InvalidSetting(`${name} ${found}，应为：${holds}`);
}

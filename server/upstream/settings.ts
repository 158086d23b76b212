import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { keptSecret } from "../secrets/kept-secret.ts";

const hexOf = (bytes: number) => z.string().regex(new RegExp(`^hex:[0-9a-f]{${bytes * 2}}$`));

export const upstreamKeys = z.object({
  aesKey: hexOf(32),
  aesIv: hexOf(16),
  /** `Name: value`, required for every call. */
  securityHeader: z.string().regex(/^[\w-]+: [\x21-\x7e]+$/),
  /** lookOk's answer if the member owns the episode. */
  boughtMark: z.string().min(1),
});
export type UpstreamKeys = z.output<typeof upstreamKeys>;

export const keyBytes = (key: string) => Buffer.from(key.replace(/^hex:/, ""), "hex");

export const operatorSecret = ({ aesKey }: UpstreamKeys) =>
  createHmac("sha256", keyBytes(aesKey)).update("operator").digest("hex");

export function generateKeys(): UpstreamKeys {
  return {
    aesKey: `hex:${randomBytes(32).toString("hex")}`,
    aesIv: `hex:${randomBytes(16).toString("hex")}`,
    securityHeader: `X-Security-Flag: ${randomBytes(24).toString("base64url")}`,
    boughtMark: "bought",
  };
}

/** Generated and stored by the first call. @throws {Error} see `keptSecret` */
export const loadKeys = (folder: string): Promise<UpstreamKeys> =>
  keptSecret({
    file: join(folder, "keys.json"),
    make: () => `${JSON.stringify(generateKeys(), null, 2)}\n`,
    parse: (text) => upstreamKeys.parse(JSON.parse(text)),
    recovery: "删除该文件后重新启动：会生成新的密钥",
  });

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .refine((value) => value <= max);

/** `holds` says in errors what is expected; `secret` values never appear in them. */
const settings = {
  DATA_DIR: { schema: z.string().min(1).default("./data"), holds: "一个可写的目录" },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    holds: "形如 postgres://用户:密码@主机:5432/库名",
    secret: true,
  },
  PORT: { schema: wholeNumber(65535).default(0), holds: "0 到 65535 之间的整数" },
  HOST: { schema: z.string().min(1).default("127.0.0.1"), holds: "要监听的地址" },
  PUBLIC_ORIGIN: {
    schema: z
      .url({ protocol: /^https?$/ })
      .transform((value) => new URL(value).origin)
      .optional(),
    holds: "形如 https://example.com",
  },
  UPSTREAM_AES_KEY: {
    schema: upstreamKeys.shape.aesKey.optional(),
    holds: "hex: 加 64 位小写十六进制",
    secret: true,
  },
  UPSTREAM_AES_IV: {
    schema: upstreamKeys.shape.aesIv.optional(),
    holds: "hex: 加 32 位小写十六进制",
    secret: true,
  },
  UPSTREAM_SECURITY_HEADER: {
    schema: upstreamKeys.shape.securityHeader.optional(),
    holds: "形如 Name: value 的一行",
    secret: true,
  },
  UPSTREAM_BOUGHT_MARK: {
    schema: upstreamKeys.shape.boughtMark.default("bought"),
    holds: "一段文本",
  },
  UPSTREAM_SINGLE_SESSION: { schema: z.enum(["on", "off"]).default("off"), holds: "on 或 off" },
} satisfies Record<string, { schema: z.ZodType; holds: string; secret?: boolean }>;

type Name = keyof typeof settings;
export type UpstreamEnv = { [K in Name]: z.output<(typeof settings)[K]["schema"]> };

/** @throws {Error} one Chinese line with the variable's name and what it should be */
export function readUpstreamEnv(source: Record<string, string | undefined>): UpstreamEnv {
  const read = Object.entries(settings).map(([name, setting]) => {
    const raw = source[name] === "" ? undefined : source[name];
    const parsed = setting.schema.safeParse(raw);
    if (parsed.success) return [name, parsed.data] as const;
    const shown = "secret" in setting ? name : `${name}=${raw}`;
    throw new Error(`${shown} 无效：应为${setting.holds}`);
  });
  return Object.fromEntries(read) as UpstreamEnv;
}

/** Undefined if no key is set. @throws {Error} one Chinese line if only some are set */
export function keysOf(env: UpstreamEnv): UpstreamKeys | undefined {
  const { UPSTREAM_AES_KEY, UPSTREAM_AES_IV, UPSTREAM_SECURITY_HEADER } = env;
  const given = { UPSTREAM_AES_KEY, UPSTREAM_AES_IV, UPSTREAM_SECURITY_HEADER };
  if (!Object.values(given).some(Boolean)) return undefined;
  if (!UPSTREAM_AES_KEY || !UPSTREAM_AES_IV || !UPSTREAM_SECURITY_HEADER) {
    const missing = Object.entries(given).find(([, value]) => !value)?.[0];
    throw new Error(`${missing} 未设置：与 ${Object.keys(given).join("、")} 须同时设置`);
  }
  return {
    aesKey: UPSTREAM_AES_KEY,
    aesIv: UPSTREAM_AES_IV,
    securityHeader: UPSTREAM_SECURITY_HEADER,
    boughtMark: env.UPSTREAM_BOUGHT_MARK,
  };
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { externalUpstreamSettings } from "../assemble-site.ts";
import type { UpstreamSettings } from "../services.ts";
import type { Env } from "../settings/env.ts";
import { startEmbeddedUpstream } from "../upstream/embedded.ts";
import type { AskedCall } from "./ask.ts";
import {
  type Checked,
  type CheckOptions,
  type CheckSettings,
  checkUpstream,
  readCheckSettings,
} from "./check.ts";
import { cut } from "./repairs.ts";
import { callNames, isCallName } from "./steps.ts";

/** `npm run upstream:check` */

const USAGE =
  "用法：npm run upstream:check -- [--write | --write=all] [--call video.detail] [--json]";

/** Chinese characters take two columns in a terminal. */
const width = (words: string) =>
  [...words].reduce((total, letter) => total + (letter > "\u2e7f" ? 2 : 1), 0);

function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => width(row[column] ?? ""))),
  );
  const line = (row: string[]) =>
    row.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - width(cell))).join("  ");
  return rows.map((row) => line(row).trimEnd()).join("\n");
}

const outcomes = { ok: "可用", refused: "被拒绝", failed: "不可用", skipped: "未问" };
const forms = { plain: "明文", encrypted: "已解开", unopened: "打不开" };

const callRow = (asked: AskedCall) => [
  asked.call,
  `${asked.method} ${asked.path}`,
  outcomes[asked.outcome],
  String(asked.status ?? ""),
  asked.code ?? "",
  asked.data ? forms[asked.data] : "",
  String(asked.repairs.reduce((total, { times }) => total + times, 0) || ""),
  String(asked.dropped.times || ""),
  String(asked.bytes ?? ""),
  String(asked.ms ?? ""),
  asked.outcome === "skipped" ? (asked.cause?.message ?? "") : asked.withToken ? "带令牌才答" : "",
];

function report(url: string, checked: Checked, secrets: boolean): string {
  const { calls, causes, notes, envLines, verdict } = checked;
  const lines = envLines.map((line) =>
    secrets || /^(UPSTREAM_(AES_MODE|SUCCESS_CODE)|MEDIA_\w+)=/.test(line)
      ? line
      : line.replace(/=.*/, "=…（含密钥，只在终端上显示）"),
  );
  const head = ["调用", "路径", "结果", "HTTP", "代码", "数据", "修补", "丢弃", "字节", "毫秒", ""];
  const repairs = calls.flatMap(({ call, repairs }) =>
    repairs.map(({ field, came, taken, times }) => [
      `  ${call}`,
      field,
      `×${times}`,
      `${came} → ${taken}`,
    ]),
  );
  const dropped = calls
    .filter(({ dropped }) => dropped.times > 0)
    .map(({ call, dropped }) => [`  ${call}`, `×${dropped.times}`, dropped.example ?? ""]);
  const parts = [
    `上游 ${url}`,
    table([head, ...calls.map(callRow)]),
    repairs.length > 0 && `修补（字段、次数、收到 → 当作）\n${table(repairs)}`,
    dropped.length > 0 && `丢弃\n${table(dropped)}`,
    notes.length > 0 && `少见的图片与视频流（照样能看）\n  ${notes.join("，")}`,
    causes.length > 0 && `原因\n${causes.map(causeText).join("\n")}`,
    lines.length > 0 && `.env 应写\n${lines.map((line) => `  ${line}`).join("\n")}`,
    summary(calls, verdict),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

const causeText = ({ cause, calls }: Checked["causes"][number]) =>
  `  ${cause.message}${calls.length > 0 ? `（${cut(calls.join("、"), 60)}）` : ""}`;

const verdicts = ["一切可用", "部分可用：访客会少看到一些", "不可用"];

function summary(calls: AskedCall[], verdict: Checked["verdict"]): string {
  const count = (outcome: AskedCall["outcome"]) =>
    calls.filter((asked) => asked.outcome === outcome).length;
  const counts = (["ok", "refused", "failed", "skipped"] as const)
    .filter((outcome) => count(outcome) > 0)
    .map((outcome) => `${outcomes[outcome]} ${count(outcome)}`);
  return `${verdicts[verdict]}（${counts.join("，")}）`;
}

function options({ env, rawKeys }: CheckSettings) {
  const { values } = parseArgs({
    options: { write: { type: "string" }, call: { type: "string" }, json: { type: "boolean" } },
    // `--write` means `--write=own`
    args: process.argv.slice(2).map((word) => (word === "--write" ? "--write=own" : word)),
  });
  const { write, call, json = false } = values;
  if (write !== undefined && write !== "own" && write !== "all") throw new TypeError(USAGE);
  if (call !== undefined && !isCallName(call)) {
    throw new TypeError(`没有调用 ${call}；有 ${callNames.join("、")}`);
  }
  const check: CheckOptions = {
    level: write === undefined ? "read" : write === "all" ? "all" : "write",
    topics: env.TOPICS_FILE,
    mediaOrigins: env.MEDIA_ORIGINS ?? [],
    only: call,
    rawKeys,
  };
  return { check, json };
}

async function servers(env: Env, check: (upstream: UpstreamSettings) => Promise<void>) {
  if (env.UPSTREAM_URL) {
    for (const url of env.UPSTREAM_URL) await check({ ...externalUpstreamSettings(env), url });
    return;
  }
  const dataDir = await mkdtemp(join(tmpdir(), "chengying-check-"));
  try {
    const entry = new URL("../upstream/main.ts", import.meta.url);
    const upstream = await startEmbeddedUpstream({ entry, dataDir });
    try {
      await check({ ...upstream, timeoutMs: env.UPSTREAM_TIMEOUT_MS });
    } finally {
      await upstream.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Without the address's credentials and query. */
const shownUrl = (url: string) => new URL(url).origin + new URL(url).pathname.replace(/\/$/, "");

async function main(): Promise<number> {
  const settings = readCheckSettings(process.env);
  const { env } = settings;
  const { check, json } = options(settings);
  const results: (Checked & { upstream: string })[] = [];
  const progress = process.stderr.isTTY && !json;
  await servers(env, async (upstream) => {
    const checked = await checkUpstream(upstream, {
      ...check,
      onCall({ call }, done) {
        if (progress) process.stderr.write(`\r\x1b[K${done}/${callNames.length} ${call}`);
      },
    });
    if (progress) process.stderr.write("\r\x1b[K");
    const url = shownUrl(upstream.url);
    results.push({ upstream: url, ...checked });
    if (!json) process.stdout.write(report(url, checked, process.stdout.isTTY));
  });
  const withoutSecrets = results.map(({ envLines: _secret, causes, ...rest }) => ({
    ...rest,
    causes: causes.map(({ cause, calls }) => ({ ...cause, calls })),
  }));
  if (json) process.stdout.write(`${JSON.stringify(withoutSecrets, null, 2)}\n`);
  return Math.max(...results.map(({ verdict }) => verdict));
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}

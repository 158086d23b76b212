import { randomUUID } from "node:crypto";
import { externalUpstreamSettings } from "../assemble-site.ts";
import type { TopicTile } from "../domain/site.ts";
import type { UpstreamSettings } from "../services.ts";
import { type Env, readEnv } from "../settings/env.ts";
import { createCodec } from "../upstream-client/codec.ts";
import { createDownloader } from "../upstream-client/download.ts";
import { createUpstreamOrigins } from "../upstream-client/origins.ts";
import { createAgent, proxiesTo } from "../upstream-client/proxies.ts";
import { type AskedCall, type Asker, createAsker, skippedCall, successLines } from "./ask.ts";
import { cipherCause } from "./ciphers.ts";
import { type Cause, unopenedCause } from "./diagnose.ts";
import { checkMedia, createHeaderTrials } from "./media.ts";
import {
  type CallName,
  callNames,
  endpointOf,
  type Found,
  stepOf,
  type WriteLevel,
} from "./steps.ts";

export interface CheckSettings {
  env: Env;
  /** `UPSTREAM_AES_KEY` and `UPSTREAM_AES_IV` as written; their encoding may be wrong. */
  rawKeys: { key: string; iv: string };
}

/** Accepts keys of a wrong length, because the check finds out in which encoding they are. */
export function readCheckSettings(source: Record<string, string | undefined>): CheckSettings {
  const { UPSTREAM_AES_KEY: key = "", UPSTREAM_AES_IV: iv = "" } = source;
  const orPlaceholder = (name: "UPSTREAM_AES_KEY" | "UPSTREAM_AES_IV") => {
    try {
      readEnv({ [name]: source[name] });
      return source[name];
    } catch {
      return "?".repeat(16);
    }
  };
  const env = readEnv({
    ...source,
    UPSTREAM_AES_KEY: orPlaceholder("UPSTREAM_AES_KEY"),
    UPSTREAM_AES_IV: orPlaceholder("UPSTREAM_AES_IV"),
  });
  return { env, rawKeys: { key, iv } };
}

export interface Checked {
  calls: AskedCall[];
  causes: { cause: Cause; calls: string[] }[];
  /** Unusual properties of media that the site can handle. */
  notes: string[];
  /** Lines for `.env` that make decryption or media work; some contain secrets. */
  envLines: string[];
  /** The exit code: 0 if all works, 1 if visitors miss something, 2 if nothing works. */
  verdict: 0 | 1 | 2;
}

interface WalkOptions {
  level: WriteLevel;
  topics: readonly TopicTile[];
  /** Reports only this call and, if they fail, those that it depends on. */
  only?: CallName | undefined;
  onCall?: (call: AskedCall, done: number) => void;
}

export interface CheckOptions extends WalkOptions, Pick<CheckSettings, "rawKeys"> {
  mediaOrigins: readonly string[];
}

/** Makes every call of the contract once. */
export async function checkUpstream(
  upstream: UpstreamSettings,
  options: CheckOptions,
): Promise<Checked> {
  const url = upstream.url.replace(/\/+$/, "");
  const codec = createCodec({ key: upstream.aesKey, iv: upstream.aesIv, mode: upstream.aesMode });
  const { proxies, timeoutMs } = upstream;
  const dispatcher = createAgent({}, proxiesTo(url, proxies?.upstream), timeoutMs);
  const origins = createUpstreamOrigins([url], () => false);
  const trials = createHeaderTrials(upstream.mediaHeaders ?? {}, url);
  const downloader = createDownloader({
    timeoutMs,
    proxies,
    headers: trials.headers,
    isOwn: origins.isOwn,
    trusts: (file) => origins.isOwn(file) || options.mediaOrigins.includes(new URL(file).origin),
  });
  const ask = createAsker({ ...upstream, url, dispatcher, codec });
  try {
    const { calls: asked, found } = await walk(ask, options);
    const { unopened } = found;
    const why = unopened.length > 0 && cipherCause(unopened, { ...upstream, ...options });
    const calls = why
      ? asked.map((one) => (one.cause === unopenedCause ? { ...one, cause: why.cause } : one))
      : asked;
    const more: Cause[] = [];
    const notes: string[] = [];
    if (!options.only) {
      const media = await checkMedia(found, downloader, origins, trials);
      const topics = await topicCauses(ask, found, options.topics);
      more.push(...emptyLists(found, calls), ...media.causes, ...topics);
      notes.push(...media.notes);
    }
    const causes = [...groupCauses(calls), ...more.map((cause) => ({ cause, calls: [] }))];
    const envLines = [...(why ? why.envLines : []), ...successLines(calls), ...trials.lines()];
    return { calls, causes, notes, envLines, verdict: verdictOn(calls, more) };
  } finally {
    await Promise.all([dispatcher.destroy(), downloader.close()]);
  }
}

/** Why the first call of a starting site fails; undefined if it works. */
export async function firstCause(source: Record<string, string | undefined>) {
  const { env, rawKeys } = readCheckSettings(source);
  const { UPSTREAM_URL, TOPICS_FILE: topics, MEDIA_ORIGINS: mediaOrigins = [] } = env;
  if (!UPSTREAM_URL) return undefined;
  const only = "video.index";
  const options = { level: "read", only, topics, mediaOrigins, rawKeys } as const;
  const { causes } = await checkUpstream(externalUpstreamSettings(env), options);
  // the site will obtain a token when needed
  return causes.find(({ cause }) => cause.kind !== "session")?.cause;
}

/** An upstream without a hidden section may refuse this call. */
const mayBeRefused = (asked: AskedCall) =>
  asked.outcome === "refused" && asked.call === "catalogue.hidden";

function verdictOn(calls: AskedCall[], more: Cause[]): Checked["verdict"] {
  const asked = calls.filter(({ outcome }) => outcome !== "skipped");
  if (asked.length > 0 && !asked.some(({ outcome }) => outcome === "ok")) return 2;
  const whole = asked.every(
    (one) => (one.outcome === "ok" && one.dropped.times === 0) || mayBeRefused(one),
  );
  return whole && more.length === 0 ? 0 : 1;
}

function groupCauses(calls: AskedCall[]): Checked["causes"] {
  const groups = new Map<string, Checked["causes"][number]>();
  for (const { call, cause } of calls) {
    if (!cause || cause.kind === "skipped") continue;
    const group = groups.get(cause.message) ?? { cause, calls: [] };
    groups.set(cause.message, { cause, calls: [...group.calls, call] });
  }
  return [...groups.values()];
}

const emptyLists = ({ empty }: Found, calls: AskedCall[]): Cause[] =>
  empty.map((name) => {
    const dropped = calls.find(({ call }) => call === name)?.dropped.times ?? 0;
    const why = dropped > 0 ? `${dropped} 条都读不出` : "上游没有给出内容";
    return { kind: "empty", message: `${name} 的列表是空的：${why}` };
  });

async function topicCauses(
  ask: Asker,
  { guest }: Found,
  topics: readonly TopicTile[],
): Promise<Cause[]> {
  const missing: string[] = [];
  for (const { title, code, sonTypeCode } of topics) {
    const { asked, data } = await ask("catalogue.topic", [code, sonTypeCode, 1], guest);
    if (asked.outcome === "failed") return [];
    if (asked.outcome === "refused" || (data as { sent: number }).sent === 0) {
      missing.push(`${title}（${[code, sonTypeCode].filter(Boolean).join("/")}）`);
    }
  }
  if (missing.length === 0) return [];
  const message = `专题 ${missing.join("、")} 没有内容：在 TOPICS_FILE 里写上游真有的类型代码`;
  return [{ kind: "topics", setting: "TOPICS_FILE", message }];
}

const levels: WriteLevel[] = ["read", "write", "all"];

const homeLists: CallName[] = ["video.index", "video.featured", "video.byTag", "category.tree"];

const isEmpty = (data: unknown): boolean =>
  Array.isArray(data)
    ? data.length === 0
    : Object.values(data as object).every((part) => part === 0 || isEmpty(part));

function isNeededFor(name: CallName, only: CallName, found: Found): boolean {
  const [step, wanted] = [stepOf(name), stepOf(only)];
  if (typeof step !== "object" || typeof wanted !== "object" || !step.learn) return false;
  const known = wanted.args(found) && (found.guest || !endpointOf(only).member);
  return step.level === "read" && !known;
}

/** The number of unanswered calls in a row after which the rest is skipped. */
const MAX_UNANSWERED = 2;

async function walk(ask: Asker, options: WalkOptions) {
  const device = `check-${randomUUID()}`;
  const found: Found = { device, topics: options.topics, covers: [], empty: [], unopened: [] };
  const calls: AskedCall[] = [];
  let unanswered = 0;

  async function take(name: CallName): Promise<AskedCall> {
    const step = stepOf(name);
    const skip = (reason: string): AskedCall => skippedCall(name, reason);
    if (typeof step === "string") return skip(step);
    if (levels.indexOf(step.level) > levels.indexOf(options.level)) {
      return skip(`会写入：--write${step.level === "all" ? "=all" : ""} 才问`);
    }
    if (unanswered >= MAX_UNANSWERED) return { ...skip("上游没有回应"), outcome: "failed" };
    const args = endpointOf(name).member && !found.guest ? undefined : step.args(found);
    if (!args) return skip("前面的调用没有给出它要问的内容");
    const { asked, data, unopened, answered } = await ask(name, args, found.guest);
    unanswered = answered ? Number.NEGATIVE_INFINITY : unanswered + 1;
    if (unopened !== undefined) found.unopened.push(unopened);
    if (asked.outcome !== "ok") return asked;
    Object.assign(found, step.learn?.(data, found));
    if (homeLists.includes(name) && isEmpty(data)) found.empty.push(name);
    return asked;
  }

  for (const name of callNames) {
    if (options.only && name !== options.only && !isNeededFor(name, options.only, found)) continue;
    const asked = await take(name);
    if (!options.only || name === options.only || asked.outcome !== "ok") calls.push(asked);
    options.onCall?.(asked, calls.length);
    if (name === options.only) break;
  }
  return { calls, found };
}

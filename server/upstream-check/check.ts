import { foreignSettings } from "../assemble-site.ts";
import type { TopicTile } from "../domain/site.ts";
import { type Env, readEnv } from "../env.ts";
import { createFilePreviews } from "../media/mp4/file-preview.ts";
import { rewritePlaylist } from "../media/playlists.ts";
import type { UpstreamSettings } from "../services.ts";
import { createCodec } from "../upstream-client/codec.ts";
import { createDownloader, type Downloader } from "../upstream-client/download.ts";
import { UpstreamFault } from "../upstream-client/errors.ts";
import { createUpstreamOrigins, type UpstreamOrigins } from "../upstream-client/origins.ts";
import { createAgent, proxiesTo } from "../upstream-client/proxies.ts";
import { type AskedCall, type Asker, createAsker } from "./ask.ts";
import { cipherCause } from "./ciphers.ts";
import { type Cause, unopenedCause } from "./diagnose.ts";
import { endpointOf, type Found } from "./steps.ts";
import { type WalkOptions, walk } from "./walk.ts";

export interface CheckSettings {
  env: Env;
  /** The key and the IV as texts, which may be meant in another way than they are read. */
  written: { key: string; iv: string };
}

/** A key or an IV whose length cannot be right does not end the check: it may be meant in another way. */
export function readCheckSettings(source: Record<string, string | undefined>): CheckSettings {
  const { UPSTREAM_AES_KEY: key = "", UPSTREAM_AES_IV: iv = "" } = source;
  const orStandIn = (setting: Record<string, string>, standIn: string) => {
    const [value] = Object.values(setting);
    try {
      readEnv(setting);
      return value;
    } catch {
      return standIn;
    }
  };
  const env = readEnv({
    ...source,
    UPSTREAM_AES_KEY: orStandIn({ UPSTREAM_AES_KEY: key }, "?".repeat(16)),
    UPSTREAM_AES_IV: orStandIn({ UPSTREAM_AES_IV: iv }, "?".repeat(16)),
  });
  return { env, written: { key, iv } };
}

/** What works against one server of an upstream. */
export interface Checked {
  calls: AskedCall[];
  /** Why calls fail, each cause once with its calls, and what is amiss in what was answered. */
  causes: { cause: Cause; calls: string[] }[];
  /** Lines for `.env` with which data would open that does not; they hold secrets. */
  envLines: string[];
  /** 0 everything works, 1 a visitor would miss something, 2 nothing works; the program's exit code. */
  verdict: 0 | 1 | 2;
}

export interface CheckOptions extends WalkOptions, Pick<CheckSettings, "written"> {
  mediaOrigins: readonly string[];
}

/** Asks every call of the contract once, and looks at the first picture, the first stream and the topics' lists. */
export async function checkUpstream(
  upstream: UpstreamSettings,
  options: CheckOptions,
): Promise<Checked> {
  const url = upstream.url.replace(/\/+$/, "");
  const { timeoutMs, securityHeader } = upstream;
  const codec = createCodec({
    key: upstream.aesKey,
    iv: upstream.aesIv,
    mode: upstream.aesMode,
  });
  const { proxies } = upstream;
  const dispatcher = createAgent({}, proxiesTo(url, proxies?.upstream), timeoutMs);
  const origins = createUpstreamOrigins([url], () => false);
  const downloader = createDownloader({
    timeoutMs,
    proxies,
    isOwn: origins.isOwn,
    trusts: (file) => origins.isOwn(file) || options.mediaOrigins.includes(new URL(file).origin),
  });
  const ask = createAsker({ url, dispatcher, codec, securityHeader, timeoutMs });
  try {
    const { calls: asked, found } = await walk(ask, options);
    const { unopened } = found;
    const why = unopened.length > 0 && cipherCause(unopened, { ...upstream, ...options });
    const calls = why
      ? asked.map((one) => (one.cause === unopenedCause ? { ...one, cause: why.cause } : one))
      : asked;
    const more = options.only
      ? []
      : [
          ...emptyLists(found, calls),
          ...(await mediaCauses(found, downloader, origins)),
          ...(await topicCauses(ask, found, options.topics)),
        ];
    const causes = [...groupCauses(calls), ...more.map((cause) => ({ cause, calls: [] }))];
    return { calls, causes, envLines: why ? why.envLines : [], verdict: verdictOn(calls, more) };
  } finally {
    await Promise.all([dispatcher.destroy(), downloader.close()]);
  }
}

/** Why a site that has just started gets no first answer that it can read; undefined where it does. */
export async function firstCause(
  source: Record<string, string | undefined>,
): Promise<Cause | undefined> {
  const { env, written } = readCheckSettings(source);
  const { UPSTREAM_URL, TOPICS_FILE: topics, MEDIA_ORIGINS: mediaOrigins = [] } = env;
  if (!UPSTREAM_URL) return undefined;
  const only = "video.index";
  const options = { level: "read", only, topics, mediaOrigins, written } as const;
  const { causes } = await checkUpstream(foreignSettings(env), options);
  // it may want a token, which this one call has not: the site gets one when it needs it
  return causes.find(({ cause }) => cause.kind !== "session")?.cause;
}

/** An upstream without a hidden section may refuse it: the site then shows none. */
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

/** A tile whose list is empty leads nowhere. */
async function topicCauses(
  ask: Asker,
  { guest }: Found,
  topics: readonly TopicTile[],
): Promise<Cause[]> {
  const missing: string[] = [];
  for (const { title, code, sonTypeCode } of topics) {
    const args = [code, sonTypeCode, 1];
    const { asked, data } = await ask(
      "catalogue.topic",
      endpointOf("catalogue.topic"),
      args,
      guest,
    );
    // when the call itself fails, that is said already
    if (asked.outcome === "failed") return [];
    if (asked.outcome === "refused" || (data as { sent: number }).sent === 0) {
      missing.push(`${title}（${[code, sonTypeCode].filter(Boolean).join("/")}）`);
    }
  }
  if (missing.length === 0) return [];
  const message = `专题 ${missing.join("、")} 没有内容：在 TOPICS_FILE 里写上游真有的类型代码`;
  return [{ kind: "topics", setting: "TOPICS_FILE", message }];
}

/** In bytes: a playlist is never as long. */
const LONGEST_PLAYLIST = 4 * 1024 * 1024;
const UNCUT = "是剪不出试看的普通文件，不能看全片的人看不了：请换成 HLS 或 MP4";
/** A playlist of variants leads to one of segments, and that is all. */
const MOST_PLAYLISTS = 3;

async function mediaCauses(
  { video, episode }: Found,
  downloader: Downloader,
  origins: UpstreamOrigins,
): Promise<Cause[]> {
  const never = new AbortController().signal;

  async function begin(url: string): Promise<Buffer> {
    const answer = await downloader.open(url, { range: "bytes=0-1023" }, never);
    if (answer.statusCode !== 200 && answer.statusCode !== 206) {
      await answer.body.dump();
      throw new UpstreamFault(`HTTP ${answer.statusCode}`, { status: answer.statusCode });
    }
    for await (const chunk of answer.body) return chunk;
    throw new UpstreamFault("没有内容");
  }

  /** Returns what is wrong with a stream that can be had. */
  async function play(url: string, playlists: number): Promise<string | undefined> {
    const start = await begin(url);
    if (!start.toString("utf8").trimStart().startsWith("#EXTM3U")) {
      if (playlists > 0) return undefined;
      const request = new Request("http://check.invalid");
      const preview = await createFilePreviews(downloader)({ url, preview: 15 }, request);
      await preview?.body?.cancel();
      return preview ? undefined : UNCUT;
    }
    if (playlists === MOST_PLAYLISTS) throw new UpstreamFault("播放列表套得太深");
    const text = (await downloader.bytes(url, LONGEST_PLAYLIST)).toString("utf8");
    const first = new Map<string, string>();
    rewritePlaylist(text, url, (address, leadsTo) => {
      if (!first.has(leadsTo)) first.set(leadsTo, address);
      return address;
    });
    const [key, next] = [first.get("key"), first.get("media") ?? first.get("playlist")];
    if (!next) throw new UpstreamFault("播放列表里没有分片");
    if (key) await begin(key);
    return play(next, playlists + 1);
  }

  const tried = async (kind: "picture" | "stream", what: string, url: string) => {
    try {
      if (url === "") throw new UpstreamFault("没有地址");
      const address = origins.resolve(url);
      if (kind === "picture") await begin(address);
      const wrong = kind === "stream" ? await play(address, 0) : undefined;
      return wrong ? [{ kind, message: `${what}${wrong}` }] : [];
    } catch (error) {
      return [mediaCause(kind, what, error)];
    }
  };
  return [
    ...(video ? await tried("picture", "第一张封面", video.cover) : []),
    ...(episode ? await tried("stream", "第一个视频流", episode.url) : []),
  ];
}

function mediaCause(kind: "picture" | "stream", what: string, error: unknown): Cause {
  const { message } = error as Error;
  const [origin] = /\S+(?= is neither)/.exec(message) ?? [];
  if (!origin) return { kind, message: `从本机取不到${what}：${message}` };
  return {
    kind,
    setting: "MEDIA_ORIGINS",
    message: `${what}在 ${origin}：既不是公网 https，也没有写进 MEDIA_ORIGINS，站点不会去取`,
  };
}

import { isDisguised, mayBeDisguised } from "../media/media-answer.ts";
import { createFilePreviews } from "../media/mp4/file-preview.ts";
import { ORIGINAL_LIMIT } from "../media/pictures/originals.ts";
import { rewritePlaylist, withEndTag, withVariables } from "../media/playlists.ts";
import { isPlaylist } from "../media/streams.ts";
import type { Downloader } from "../upstream-client/download.ts";
import { UpstreamFault } from "../upstream-client/errors.ts";
import { isWhole, readBody } from "../upstream-client/exchange.ts";
import type { HostValue, MediaHeaders, UpstreamOrigins } from "../upstream-client/origins.ts";
import type { Cause } from "./diagnose.ts";
import { pictureNotes, UndrawablePicture } from "./pictures.ts";
import { cut } from "./repairs.ts";
import type { Found } from "./steps.ts";

type Setting = "MEDIA_REFERER" | "MEDIA_USER_AGENT";

const DESKTOP =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

const isRefusal = (fault: unknown) =>
  fault instanceof UpstreamFault &&
  fault.status !== undefined &&
  fault.status >= 400 &&
  fault.status < 500 &&
  ![404, 410].includes(fault.status);

export function createHeaderTrials(named: MediaHeaders, upstreamUrl: string) {
  const values: Record<Setting, HostValue[]> = {
    MEDIA_REFERER: [...(named.referers ?? [])],
    MEDIA_USER_AGENT: [...(named.userAgents ?? [])],
  };
  const helped = new Set<Setting>();
  const text = ({ host, value }: HostValue) => (host === "*" ? value : `${host}=${value}`);
  return {
    /** The downloader reads them at each request. */
    headers: { referers: values.MEDIA_REFERER, userAgents: values.MEDIA_USER_AGENT },
    /** @param begin repeats the request; throws if refused @returns the setting that helped */
    async findRemedy(refusal: unknown, url: string, begin: (url: string) => Promise<unknown>) {
      if (!isRefusal(refusal)) return undefined;
      const { hostname, origin } = new URL(url);
      const trials: [Setting, string][] = [
        ["MEDIA_REFERER", `${origin}/`],
        ["MEDIA_REFERER", `${new URL(upstreamUrl).origin}/`],
        ["MEDIA_USER_AGENT", DESKTOP],
      ];
      for (const [setting, value] of trials) {
        const before = [...values[setting]];
        const others = before.filter(({ host }) => host !== hostname);
        values[setting].splice(0, before.length, ...others, { host: hostname, value });
        const works = await begin(url).then(
          () => true,
          () => false,
        );
        if (works) {
          helped.add(setting);
          return setting;
        }
        values[setting].splice(0, values[setting].length, ...before);
      }
      return undefined;
    },
    lines: () =>
      [...helped].map((setting) => {
        const others = values[setting].filter(({ host }) => host !== "*");
        const all = values[setting].filter(({ host }) => host === "*");
        return `${setting}=${[...all, ...others].map(text).join(" ")}`;
      }),
  };
}

/** Nested playlists; normally a multivariant playlist leads to a media playlist. */
const MAX_PLAYLISTS = 3;

class NoPreviewError extends Error {
  override message = "是剪不出试看的普通文件，不能看全片的人看不了：请换成 HLS 或 MP4";
}

/** For covers and ads each, because one may be 12 MB large. */
const MAX_PICTURES = 8;

export async function checkMedia(
  { covers, ads = {}, episode }: Found,
  downloader: Downloader,
  origins: UpstreamOrigins,
  trials: ReturnType<typeof createHeaderTrials>,
): Promise<{ causes: Cause[]; notes: string[] }> {
  const neverAborted = new AbortController().signal;
  let lastUrl = "";
  const notes = new Set<string>();

  async function open(url: string) {
    lastUrl = url;
    const answer = await downloader.open(url, {}, neverAborted);
    if (isWhole(answer)) notes.add("没有要分段，也答 206");
    if (answer.statusCode === 200 || isWhole(answer)) return answer;
    await answer.body.dump();
    throw new UpstreamFault(`HTTP ${answer.statusCode}`, { status: answer.statusCode });
  }

  async function begin(url: string): Promise<Buffer> {
    for await (const chunk of (await open(url)).body) return chunk;
    throw new UpstreamFault("没有内容");
  }

  async function draw(url: string, animated: boolean) {
    const bytes = await readBody("media", await open(url), ORIGINAL_LIMIT);
    for (const note of await pictureNotes(bytes, animated)) notes.add(note);
  }

  async function requirePreview(url: string) {
    const request = new Request("http://check.invalid");
    const preview = await createFilePreviews(downloader)({ url, preview: 15 }, request);
    await preview?.body?.cancel();
    if (!preview) throw new NoPreviewError();
  }

  async function play(url: string, playlists: number): Promise<void> {
    const start = await begin(url);
    if (!/^\s*#EXTM3U/.test(start.toString("utf8")) && !/\.m3u8?$/i.test(new URL(url).pathname)) {
      if (playlists === 0) await requirePreview(url);
      if (mayBeDisguised(url) && (await isDisguised(downloader, url)))
        notes.add("分片藏在图片后面");
      return;
    }
    if (playlists === MAX_PLAYLISTS) throw new UpstreamFault("播放列表套得太深");
    if (playlists === 0 && !isPlaylist(url)) notes.add("播放列表从地址上看不出来");
    const found = await downloader.text(url);
    const { text, values } = withVariables(found.text, found.url);
    if (start[0] === 0x1f) notes.add("播放列表是压缩的");
    if (new URL(found.url).pathname !== new URL(url).pathname) notes.add("播放列表要跳转");
    if (text !== found.text) notes.add("播放列表有 EXT-X-DEFINE");
    if (withEndTag(found.text, found.unchangedMs) !== found.text) notes.add("没有 EXT-X-ENDLIST");
    const first = new Map<string, string>();
    rewritePlaylist(text, found.url, (address, leadsTo) => {
      if (!first.has(leadsTo)) first.set(leadsTo, address);
      return address;
    });
    const [key, next] = [first.get("key"), first.get("media") ?? first.get("playlist")];
    if (!next) throw new UpstreamFault("播放列表里没有分片");
    if (key) await begin(key);
    await play(first.has("media") || !values ? next : `${next}#${values}`, playlists + 1);
  }

  const check = async (
    kind: "picture" | "stream",
    what: string,
    url: string,
    take: (address: string) => Promise<void>,
    left = 3,
  ): Promise<Cause[]> => {
    try {
      if (url === "") throw new UpstreamFault("没有地址");
      await take(origins.resolve(url));
      return [];
    } catch (error) {
      const setting = left > 0 && (await trials.findRemedy(error, lastUrl, begin));
      if (!setting) return [mediaCause(kind, what, error)];
      const { hostname } = new URL(lastUrl);
      const message = `${what}被 ${hostname} 拒绝（${(error as Error).message}）：照下面的写法写进 .env 就取得到`;
      // the files it references may fail for another reason
      return [{ kind, setting, message }, ...(await check(kind, what, url, take, left - 1))];
    }
  };
  const causes: Cause[] = [];
  const pictures = async (what: string, urls: string[], animated: boolean) => {
    const wrong = new Map<string, { cause: Cause; urls: string[] }>();
    for (const url of [...new Set(urls)].slice(0, MAX_PICTURES)) {
      for (const cause of await check("picture", what, url, (address) => draw(address, animated))) {
        const alike = wrong.get(cause.message) ?? { cause, urls: [] };
        wrong.set(cause.message, { cause, urls: [...alike.urls, url] });
      }
    }
    for (const { cause, urls } of wrong.values()) {
      const example = urls[0] && `（${cut(urls[0], 60)}${urls[1] ? ` 等 ${urls.length} 张` : ""}）`;
      causes.push({ ...cause, message: cause.message + example });
    }
  };
  await pictures("封面", covers, false);
  const shown = Object.values(ads).flatMap((list) => list.filter(({ active }) => active));
  await pictures("广告图", shown.map(({ image }) => image).filter(Boolean), true);
  const playFirst = (address: string) => play(address, 0);
  if (episode) causes.push(...(await check("stream", "第一个视频流", episode.url, playFirst)));
  return { causes, notes: [...notes] };
}

function mediaCause(kind: Cause["kind"], what: string, error: unknown): Cause {
  const { message } = error as Error;
  if (error instanceof NoPreviewError) return { kind, message: what + message };
  if (error instanceof UndrawablePicture)
    return { kind, message: `${what}画不出来（${message}）：请换成 JPEG、PNG、WebP 或 AVIF` };
  const [origin] = /\S+(?= is neither)/.exec(message) ?? [];
  if (!origin) return { kind, message: `从本机取不到${what}：${message}` };
  return {
    kind,
    setting: "MEDIA_ORIGINS",
    message: `${what}在 ${origin}：既不是公网 https，也没有写进 MEDIA_ORIGINS，站点不会去取`,
  };
}

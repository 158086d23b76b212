import { cacheControl } from "../cache-times.ts";
import type { Downloader } from "../upstream-client/download.ts";

/** WebVTT, cut to `preview` seconds. @throws {UpstreamFault}, or TypeError if the file is not WebVTT */
export async function answerSubtitles(downloader: Downloader, url: string, preview: number | null) {
  const text = (await downloader.text(url)).text.replace(/^\uFEFF/, "");
  if (!/^WEBVTT(?=\s|$)/.test(text)) throw new TypeError("not a WebVTT file");
  return new Response(preview === null ? text : firstCues(text, preview), {
    headers: { "content-type": "text/vtt; charset=utf-8", "cache-control": cacheControl.media },
  });
}

/** Keeps styles, regions and the cues that begin before `seconds`: one file may hold the cues of the whole film. */
export function firstCues(text: string, seconds: number): string {
  const [top = "", ...blocks] = text.replace(/\r\n?/g, "\n").split(/\n{2,}/);
  const header = top.includes("-->") ? "WEBVTT" : top;
  const local = secondsIn(/^X-TIMESTAMP-MAP=.*LOCAL:([\d:.]+)/m.exec(header)?.[1]) ?? 0;
  const kept = blocks.filter((block) => {
    if (/^(STYLE|REGION)[ \t]*\n/.test(block) && !block.includes("-->")) return true;
    const [timing, ...others] = block.split("\n").filter((line) => line.includes("-->"));
    const from = secondsIn(/^\s*([\d:.]+)\s*-->/.exec(timing ?? "")?.[1]);
    // a damaged block may contain several cues, of which only the first was checked
    return others.length === 0 && from !== undefined && from - local < seconds;
  });
  return `${[header, ...kept].join("\n\n").trimEnd()}\n`;
}

/** `00:01:02.500` or `01:02.500`. */
function secondsIn(time: string | undefined): number | undefined {
  const [, hours = 0, minutes, seconds] = /^(?:(\d+):)?(\d+):(\d+\.\d+)$/.exec(time ?? "") ?? [];
  return seconds === undefined
    ? undefined
    : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

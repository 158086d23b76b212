import { createFilePreviews } from "../../../server/media/mp4/file-preview.ts";
import { createDownloader } from "../../../server/upstream-client/download.ts";
import { oddMp4Files } from "../../support/media/odd-mp4-files.ts";
import { listen } from "../../support/servers/listen.ts";
import { expect, test } from "../fixtures/site.ts";

const SECONDS = 5;

/** `odd-files.test.ts` checks the other kinds, with another reader. */
const played = [
  "two edits",
  "no first box, as old QuickTime",
  "fragments",
  "fragments with a global sidx",
  "sound only",
];

for (const [kind, make] of Object.entries(oddMp4Files).filter(([name]) => played.includes(name))) {
  test(`Chromium plays the preview of a file with ${kind} to its end`, async ({ page }) => {
    const film = make();
    await using origin = await listen((_request, response) => void response.end(film));
    const downloader = createDownloader({ timeoutMs: 10_000, trusts: () => true });
    const previews = createFilePreviews(downloader);
    await using site = await listen(async (request, response) => {
      response.setHeader("content-type", "text/html");
      if (request.url !== "/film") return response.end("<video muted src=/film></video>");
      const { range } = request.headers;
      const asked = new Request("http://site.test", { headers: range ? { range } : {} });
      const answer = await previews({ url: `${origin.url}/film.mp4`, preview: SECONDS }, asked);
      response.writeHead(answer?.status ?? 403, Object.fromEntries(answer?.headers ?? []));
      const body = answer ? await answer.arrayBuffer() : new ArrayBuffer(0);
      return response.end(Buffer.from(body));
    });
    await page.goto(site.url);
    const seen = await page.locator("video").evaluate(async (video: HTMLVideoElement) => {
      video.playbackRate = 4;
      const ended = new Promise((resolve) => video.addEventListener("ended", resolve));
      await video.play();
      await ended;
      return {
        frames: video.getVideoPlaybackQuality().totalVideoFrames,
        end: video.currentTime,
        width: video.videoWidth,
      };
    });
    await downloader.close();
    expect(seen.end).toBeGreaterThan(SECONDS - 1.1);
    expect(seen.end).toBeLessThan(SECONDS + 0.15);
    const isSound = kind === "sound only";
    if (!isSound) expect(seen.frames).toBeGreaterThan(20);
    expect(seen.width).toBe({ "sound only": 0, "a turned picture": 120 }[kind] ?? 160);
  });
}

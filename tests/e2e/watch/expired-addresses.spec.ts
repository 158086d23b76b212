import { text } from "node:stream/consumers";
import { mergeTests } from "playwright/test";
import { listen } from "../../support/servers/listen.ts";
import { forwardTo } from "../../support/servers/pausable-upstream.ts";
import { startSiteProgram } from "../../support/servers/program.ts";
import { ownSite } from "../fixtures/own-site.ts";
import { expect, test as playbackTest, playerOn } from "../fixtures/playback.ts";
import { settingsFor } from "../fixtures/site.ts";

/** A proxy in front of an upstream that signs the addresses in playlists, and refuses expired signatures. */
async function startSigningFront(upstreamUrl: string) {
  let signature = 1;
  const front = await listen(async (incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? "", upstreamUrl);
    if (pathname.endsWith(".mp4") && Number(searchParams.get("sign")) !== signature)
      return response.writeHead(403).end();
    const answer = await forwardTo(upstreamUrl, incoming, response);
    if (!answer) return;
    if (!pathname.endsWith(".m3u8")) {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      return answer.pipe(response);
    }
    response.end((await text(answer)).replaceAll(/\.mp4\b/g, `.mp4?sign=${signature}`));
  });
  const expire = () => {
    signature += 1;
  };
  return { ...front, expire };
}

const test = mergeTests(
  playbackTest,
  ownSite<{ url: string; expire: () => void }>(async ({ upstream }, use) => {
    await using front = await startSigningFront(upstream.url);
    await using site = await startSiteProgram(settingsFor({ ...upstream, url: front.url }));
    await use({ url: site.url, expire: front.expire });
  }),
);

// the browser logs refused requests as errors
test.use({ mayLogErrors: true });

test("after a pause in which a playlist's addresses expire, the playlist is reloaded and playback continues", {
  tag: "@night",
}, async ({ page, watch, own }) => {
  await watch();
  const player = playerOn(page);
  await player.read((video) => video.pause());
  own.expire();
  // beyond the buffer, as after a long pause
  await player.seek(600);
  await player.read((video) => void video.play().catch(() => undefined));
  await expect.poll(player.time).toBeGreaterThan(601);
  expect(await player.time()).toBeLessThan(630);
  await expect(page.getByText(/^已切换到/)).toHaveCount(0);
});

import { playerOn } from "../e2e/fixtures/playback.ts";
import { at, type Screen, type Visit } from "./screen.ts";

/** The feed of previews, and the player where it fills the window or has subtitles and sounds. */

const WITH_TRACKS = "/videoinfo?id=130006";

const plays = ({ page }: Visit, seconds: number) =>
  page.waitForFunction(
    (least) => [...document.querySelectorAll("video")].some((one) => one.currentTime > least),
    seconds,
  );

const inFeed = (name: string, then?: (visit: Visit) => Promise<unknown>): Screen => ({
  name,
  open: async (visit) => {
    await visit.page.goto("/swipe?tag=0");
    await plays(visit, 2);
    await then?.(visit);
  },
});

/** A member's video with subtitles and sounds, paused at a line of them. */
const withTracks = (
  name: string,
  then: (player: ReturnType<typeof playerOn>) => Promise<unknown>,
) => ({
  name,
  open: async (visit: Visit) => {
    const { page } = visit;
    // as an iPhone, where elements cannot have the screen
    await page.addInitScript(() => {
      Object.defineProperty(Document.prototype, "fullscreenEnabled", { get: () => undefined });
      Reflect.deleteProperty(Element.prototype, "requestFullscreen");
    });
    await (await visit.member()).makeVip();
    await page.goto(WITH_TRACKS);
    const player = playerOn(page);
    await plays(visit, 0.5);
    await player.read((element) => element.pause());
    await player.seek(7);
    await then(player);
  },
});

export const feedScreens: Screen[] = [
  inFeed("feed"),
  inFeed("feed-paused", ({ page }) => page.getByRole("button", { name: "暂停" }).tap()),
  inFeed("feed-ended", async ({ page }) => {
    await page.locator('video[data-slide="0"]').evaluate((video: HTMLVideoElement) => {
      video.currentTime = 13;
    });
    await page.getByText("试看结束").waitFor();
  }),
  {
    name: "feed-failed",
    open: async (visit) => {
      const { page } = visit;
      await page.route(/\/rows\/feed\?/, (route) => route.abort());
      await page.goto("/swipe");
      await plays(visit, 1);
      const failed = page.getByRole("alert");
      const isShown = () =>
        failed.evaluateAll(([alert]) => {
          const { top, bottom } = alert?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
          return bottom > top && top > 0 && bottom < innerHeight;
        });
      while (!(await isShown())) {
        await page.keyboard.press("ArrowDown");
        await page.waitForTimeout(700);
      }
    },
  },
  at("feed-empty", "/swipe?tag=987654"),
  withTracks("subtitles", async (player) => {
    await player.button(/^字幕/).tap();
    await player.video.page().getByRole("menuitemradio", { name: "中文" }).tap();
  }),
  withTracks("subtitles-menu", (player) => player.button(/^字幕/).tap()),
  withTracks("sound-menu", (player) => player.button(/^音轨/).tap()),
  withTracks("full-window", (player) => player.button("全屏").tap()),
];

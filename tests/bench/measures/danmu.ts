import { danmu } from "../../../server/upstream/db/schema.ts";
import { type Measured, type MeasureOptions, median } from "../report/report.ts";
import { runAlone } from "../report/run-alone.ts";
import { startSiteToBrowse } from "../setup/servers.ts";
import { type SlowPhone, withSlowPhone } from "../setup/slow-phone.ts";

/**
 * Two hundred comments on a video at the same moment, on a phone that shows all it is given: the longest task while they
 * come, pass and go. `npm run build && npx tsx tests/bench/measures/danmu.ts`.
 */

const VIDEO = 100_301;
const COMMENTS = 200;
/** In seconds of the video, within its preview. */
const AT = 4;

const startCommentedSite = () =>
  startSiteToBrowse((db) =>
    db.insert(danmu).values(
      Array.from({ length: COMMENTS }, (_, index) => ({
        videoCode: VIDEO,
        time: AT + index / 1_000,
        text: `第${index + 1}条，${"很长的".repeat(index % 5)}弹幕`,
        color: "",
        type: 0,
      })),
    ),
  );

/** How many were shown at once, and the longest of the tasks above 50 ms, 0 for none. */
async function watchComments({ page }: SlowPhone) {
  await page.addInitScript(() => {
    localStorage.setItem("danmakuSettings", JSON.stringify({ density: "many" }));
  });
  await page.goto(`/videoinfo?id=${VIDEO}`, { waitUntil: "networkidle" });
  return page.evaluate(async (until) => {
    const video = document.querySelector("video");
    let shown = 0;
    let started = 0;
    while (video && video.currentTime < until) {
      if (started === 0 && video.currentTime > 2) started = performance.now();
      shown = Math.max(shown, document.querySelectorAll("[data-placement]").length);
      await new Promise(requestAnimationFrame);
    }
    const tasks = (
      window as unknown as { longTasks: { startTime: number; duration: number }[] }
    ).longTasks.filter(({ startTime }) => startTime > started);
    return { shown, longest: Math.max(0, ...tasks.map(({ duration }) => duration)) };
  }, AT + 9);
}

export async function measure({ quick }: MeasureOptions): Promise<Measured[]> {
  const site = await startCommentedSite();
  try {
    const rounds: Awaited<ReturnType<typeof watchComments>>[] = [];
    for (let round = 0; round <= (quick ? 1 : 5); round += 1) {
      const one = await withSlowPhone(site.url, watchComments);
      // the first round warms the site
      if (round > 0) rounds.push(one);
    }
    const group = "comments";
    return [
      {
        group,
        what: `comments shown at once, of ${COMMENTS} at the same second`,
        value: median(rounds.map(({ shown }) => shown)),
        unit: "",
        goal: { atLeast: COMMENTS },
      },
      {
        group,
        what: "longest task meanwhile, 0 for none above 50",
        value: median(rounds.map(({ longest }) => longest)),
        unit: "ms",
        goal: { atMost: 50 },
      },
    ];
  } finally {
    await site.stop();
  }
}

runAlone(import.meta.url, measure);

import type { danmu } from "../schema.ts";
import { demoContent } from "./demo-content.ts";
import { seededRandom } from "./random.ts";

type NewDanmu = typeof danmu.$inferInsert;

const COMMENTED = 120;
const COLOURS = ["#ffb26b", "#8fd3ff", "#c8f7c5", "#ffd1dc", "#fff3a3"];

/** Comments for the most watched videos: 20 to 60 each, denser at the start. */
export function seedDanmu(
  videos: readonly { code: number; hot: number; duration: number }[],
): NewDanmu[] {
  const random = seededRandom(8);
  const popular = videos.toSorted((one, other) => other.hot - one.hot).slice(0, COMMENTED);
  return popular.flatMap(({ code, duration }) =>
    Array.from({ length: random.int(20, 60) }, (): NewDanmu => {
      const span = random.chance(0.6) ? Math.min(duration, 90) : duration;
      const place = random.next();
      return {
        videoCode: code,
        time: Math.round(random.next() * (span - 1) * 10) / 10,
        text: random.pick(demoContent.danmu),
        color: random.chance(0.3) ? random.pick(COLOURS) : "",
        type: place < 0.9 ? 0 : place < 0.96 ? 1 : 2,
      };
    }),
  );
}

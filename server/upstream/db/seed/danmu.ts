import type { danmu } from "../schema.ts";
import { seededRandom } from "./random.ts";

type NewDanmu = typeof danmu.$inferInsert;

const COMMENTED = 120;
const COLOURS = ["#ffb26b", "#8fd3ff", "#c8f7c5", "#ffd1dc", "#fff3a3"];
const COMMENTS = [
  "来了来了",
  "这个光太美了",
  "前排看日落",
  "声音好治愈",
  "这一段循环了三遍",
  "想去现场看看",
  "摄影师辛苦了",
  "颜色绝了",
  "安静下来了",
  "睡前必看",
  "壁纸预定",
  "这是哪里呀",
  "慢一点，再慢一点",
  "下一集什么时候更新",
  "风声好真实",
  "戴耳机的举手",
  "起雾了",
  "天亮了",
  "这个转场好自然",
  "每周五等更新",
  "写作业的背景音",
  "一刷打卡",
  "二刷打卡",
  "画面可以做明信片",
  "注意看左下角",
  "云在动",
  "好安静",
  "心情变好了",
  "带爸妈一起看",
  "大屏看更震撼",
  "配乐叫什么名字",
  "原来是这样",
  "长知识了",
  "镜头好稳",
  "此处应有掌声",
  "看得想出门",
  "晚安",
  "早安",
  "倒影太美了",
  "构图满分",
  "等一束光",
  "已收藏",
  "夏天的感觉",
  "冬天看好暖",
  "这就是大自然",
  "舍不得快进",
  "完结撒花",
  "名场面",
];

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
        text: random.pick(COMMENTS),
        color: random.chance(0.3) ? random.pick(COLOURS) : "",
        type: place < 0.9 ? 0 : place < 0.96 ? 1 : 2,
      };
    }),
  );
}

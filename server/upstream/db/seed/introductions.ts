import type { SeededRandom } from "./random.ts";
import type { Leaf } from "./subjects/subject.ts";
import type { Titled } from "./titles.ts";

const openings = [
  (name: string) => `《${name}》是一次慢下来的观看。`,
  (name: string) => `拍摄《${name}》用了三个季节。`,
  (name: string) => `《${name}》从一个安静的画面开始。`,
  (name: string) => `这是《${name}》最受欢迎的段落之一。`,
  (name: string) => `《${name}》把镜头交给时间。`,
  (name: string) => `跟着《${name}》，换一个角度看熟悉的世界。`,
];

const closings = [
  "全片采用固定机位，适合在大屏幕上安静地看完。",
  "建议戴上耳机，现场声里藏着许多细节。",
  "片尾附有拍摄手记，讲述画面之外的等待。",
  "本片支持多档清晰度，夜间观看请调低亮度。",
  "看完不妨抬头望望窗外，也许正有同样的光。",
  "新的一集会在每周五晚八点更新。",
];

/** Two or three sentences. */
export function introduce(video: Titled, leaf: Leaf, random: SeededRandom): string {
  const closing = random.chance(0.6) ? random.pick(closings) : "";
  return `${random.pick(openings)(video.programme)}${random.pick(leaf.about)}。${closing}`;
}

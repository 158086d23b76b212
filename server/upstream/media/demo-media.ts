/** A drawn picture with text in it: `art/<file>`. */
export interface Art {
  file: string;
  title: string;
  subtitle: string;
}

/** Home banners, 1080 by 378; nothing vital in the outer tenth. */
export const banners: readonly Art[] = [
  { file: "banner-sea.webp", title: "海与落日", subtitle: "十二集环海纪行 · 本周完结" },
  { file: "banner-aurora.webp", title: "极光之夜", subtitle: "北纬六十八度 · 八集连播" },
  { file: "banner-peak.webp", title: "云上的山", subtitle: "重走十四座雪峰 · 每周五更新" },
  { file: "banner-city.webp", title: "城市夜色", subtitle: "灯火之下的二十四小时" },
  { file: "banner-stars.webp", title: "银河来信", subtitle: "跟着星空去远行 · 会员抢先看" },
];

const ad = (name: string, title: string, subtitle: string): { cover: Art; strip: Art } => ({
  cover: { file: `ad-${name}.webp`, title, subtitle },
  strip: { file: `strip-${name}.webp`, title, subtitle },
});

const ads = [
  ad("camping", "露营季", "把周末搬到山谷里"),
  ad("tea", "山间好茶", "一杯热茶，慢慢看完一集"),
  ad("night-run", "夜跑计划", "沿着江边，跑进晚风里"),
  ad("star-lens", "星空镜头", "拍下你的第一条银河"),
  ad("slow-train", "慢火车", "靠窗的位置，一路看山看海"),
];

/** Advertisements of 16:9, for cards and the pop-up: 960 by 540. */
export const adCovers: readonly Art[] = ads.map(({ cover }) => cover);

/** Advertisements as a strip across the page: 1029 by 216. */
export const adStrips: readonly Art[] = ads.map(({ strip }) => strip);

/** A synthetic clip in `clips/<name>/`; its master playlist is `clips/<name>/master.m3u8`. */
export interface Clip {
  name: string;
  /** Exact length of picture and sound. */
  seconds: number;
}

/** The demo clips. `make-clips.ts` draws them, the seed gives them to videos. */
export const clips = [
  { name: "sea-sunset", seconds: 66 },
  { name: "aurora", seconds: 68 },
  { name: "dunes", seconds: 62 },
  { name: "night-sky", seconds: 72 },
  { name: "city-lights", seconds: 64 },
  { name: "test-card", seconds: 60 },
] as const satisfies readonly Clip[];

export type ClipName = (typeof clips)[number]["name"];

/** One plain progressive file, for sources that are no playlist: `clips/plain.mp4`. */
export const plainClip: Clip = { name: "plain.mp4", seconds: 60 };

/**
 * What the test card says where it has subtitles, for the same time each: `make-tracks.ts` makes `tracks/` of it. Its
 * master playlist is `clips/tracks/master.m3u8`.
 */
export const subtitles = [
  { zh: "这是一张测试图。", en: "This is a test card." },
  {
    zh: "左边的色条用来核对颜色，\n右边的格子用来核对清晰度。",
    en: "The bars are for colours,\nthe grid is for sharpness.",
  },
  { zh: "每走一秒，钟就响一声。", en: "The clock ticks once a second." },
  { zh: "字幕不会被控制栏挡住。", en: "The controls never cover the subtitles." },
  { zh: "大小和颜色可以在设置里选。", en: "Size and colour are yours to choose." },
  { zh: "音轨里还有一段配乐。", en: "There is music as a second track." },
  { zh: "切换清晰度时，字幕照常显示。", en: "They stay when the quality changes." },
  { zh: "拖动进度条，字幕跟着走。", en: "They follow wherever you seek." },
  { zh: "快要放完了。", en: "It is almost over." },
  { zh: "谢谢观看。", en: "Thank you for watching." },
] as const;

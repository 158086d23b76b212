export const playerExtras = {
  pictureInPicture: "画中画",
  cast: "投屏",
  connecting: "正在连接设备",
  casting: "正在投屏播放",
  subtitles: "字幕",
  noSubtitles: "没有字幕",
  sound: "音轨",
  off: "关闭",
  skip: { opening: "跳过片头", ending: "跳过片尾" },
  skipped: { opening: "已跳过片头", ending: "已跳过片尾" },
  track: (number: number) => `第${number}条`,
} as const;

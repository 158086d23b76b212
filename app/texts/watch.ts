import { HELD_RATE, SKIP_SECONDS } from "../../server/contract/rules.ts";

export const report = {
  title: "举报",
  sent: "已收到举报，我们会尽快处理",
  mark: "[举报]",
  content: (report: { code: string; title: string; reason: string; note: string }) =>
    `${report.code} 《${report.title}》 原因：${report.reason}${report.note && ` 说明：${report.note}`}`,
} as const;

export const video = {
  title: "视频详情",
  newest: "最新更新",
  missing: "视频不存在或已下架",
  invalidForm: "请求有误，请刷新后重试",
  noSource: "暂无片源",
  adFree: "免广告播放",
  leaving: (seconds: number) => `${seconds}秒后退出，未携带参数`,
  source: (number: number) => `线路${number}`,
  episode: (number: number) => `第${number}集`,
  titleOfEpisode: (title: string, episode: string) => `${title} ${episode}`,
  strip: { title: "剧集", all: (count: number) => `全部${count}集` },
  whole: "看完整视频",
  actions: { episodes: "选集", share: "分享", like: "点赞", favourite: "收藏" },
} as const;

export const watching = {
  liked: "点赞成功",
  favourited: "收藏成功",
  unfavourited: "已取消收藏",
} as const;

export const paySheet = {
  title: "付费影视",
  buy: (coins: number) => `购买本集 ${coins}金币`,
  episode: "购买本集",
  unit: "金币",
  vip: "购买VIP",
  vipFrom: (yuan: number) => `¥${yuan}起`,
  perks: "全站畅看 · 免广告",
  balance: (coins: string) => `余额${coins}金币`,
  missing: (coins: string) => `还差${coins}金币`,
  bought: "购买成功",
  paidAndBought: "支付成功，已购买本集",
} as const;

export const player = {
  previewEnded: "试看结束",
  play: "播放",
  pause: "暂停",
  back: `后退${SKIP_SECONDS}秒`,
  forward: `前进${SKIP_SECONDS}秒`,
  progress: "播放进度",
  quality: "清晰度",
  auto: "自动",
  original: "原画",
  high: "高清",
  ultra: "超清",
  fullscreen: "全屏",
  leaveFullscreen: "退出全屏",
  speed: "倍速",
  otherSpeed: "其他",
  times: (rate: number) => `${rate}x`,
  fast: `${HELD_RATE}倍速播放中`,
  danmaku: "弹幕",
  settings: "设置",
  danmakuOn: "弹幕已开启",
  danmakuOff: "弹幕已关闭",
  moved: (seconds: number) => `${seconds < 0 ? "-" : "+"}${Math.abs(seconds)}秒`,
  cancelSeek: "松开取消",
  lock: "锁定",
  unlock: "解锁",
  mute: "静音",
  volumeLevel: "音量",
  failed: "播放出错了",
  switchedSource: (source: string) => `已切换到${source}`,
  fromStart: "从头播放",
  next: "下一集",
} as const;

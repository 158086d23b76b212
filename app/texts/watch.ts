export const report = {
  title: "举报",
  reasons: ["未经本人同意传播", "涉及未成年人", "侵犯版权", "其他"],
  reason: "举报原因",
  note: "补充说明（选填）",
  notePlaceholder: "请描述具体情况",
  submit: "提交",
  sent: "已收到举报，我们会尽快处理",
  noReason: "请选择举报原因",
  longNote: (max: number) => `补充说明不能超过${max}个字`,
  backToVideo: "返回视频",
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
  leaving: (seconds: number) => `${seconds}秒后退出，未携带参数`,
  source: (number: number) => `线路${number}`,
  episode: (number: number) => `第${number}集`,
  titleOfEpisode: (title: string, episode: string) => `${title} ${episode}`,
  strip: { title: "剧集", all: (count: number) => `全部${count}集` },
  actions: { episodes: "选集", share: "分享", like: "点赞", favourite: "收藏" },
} as const;

export const watching = {
  liked: "点赞成功",
  favourited: "收藏成功",
  unfavourited: "已取消收藏",
} as const;

export const shareCard = {
  title: "分享",
  qrCode: "分享二维码",
  inviteCode: "邀请码",
  reward: "每邀请1人送1天会员",
  copy: "复制链接",
  save: "保存图片",
  saveFailed: "保存失败，请稍后重试",
  send: "分享给朋友",
} as const;

export const paySheet = {
  title: "付费影视",
  buy: (coins: number) => `购买本集 ${coins}金币`,
  episode: "购买本集",
  unit: "金币",
  vip: "购买VIP",
  bought: "购买成功",
} as const;

export const player = {
  play: "播放",
  pause: "暂停",
  back: "后退10秒",
  forward: "前进10秒",
  progress: "播放进度",
  quality: "清晰度",
  auto: "自动",
  original: "原画",
  high: "高清",
  ultra: "超清",
  fullscreen: "全屏",
  leaveFullscreen: "退出全屏",
  speed: "倍速",
  times: (rate: number) => `${rate}x`,
  fast: "2倍速播放中",
  pictureInPicture: "画中画",
  danmaku: "弹幕",
  danmakuOn: "弹幕已开启",
  danmakuOff: "弹幕已关闭",
  moved: (seconds: number) => `${seconds < 0 ? "-" : "+"}${Math.abs(seconds)}秒`,
  cancelSeek: "松开取消",
  volume: (percent: number) => `音量 ${percent}%`,
  brightness: (percent: number) => `亮度 ${percent}%`,
  lock: "锁定",
  unlock: "解锁",
  muted: "已静音",
  failed: "播放出错了",
  switchedSource: (source: string) => `已切换到${source}`,
  resumed: (time: string) => `已从 ${time} 继续播放`,
  fromStart: "从头播放",
  next: "下一集",
  nextIn: (seconds: number, name: string) => `${seconds}秒后播放 ${name}`,
  playNext: "立即播放",
} as const;

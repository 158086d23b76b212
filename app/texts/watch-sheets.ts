import { INVITE_VIP_DAYS } from "../../server/contract/rules.ts";

export const playerSettings = {
  danmaku: "弹幕",
  density: { label: "密度", few: "较少", normal: "适中", many: "密集" },
  size: { label: "字号", small: "小", normal: "标准", large: "大" },
  area: { label: "显示区域", quarter: "1/4屏", half: "半屏", full: "全屏" },
  opacity: "不透明度",
  percent: (opacity: number) => `${opacity}%`,
  blocked: "屏蔽词",
  blockedHint: "输入要屏蔽的词",
  add: "添加",
  unblock: (word: string) => `移除屏蔽词 ${word}`,
  subtitles: "字幕",
  subtitleSize: { label: "字幕大小", small: "小", normal: "标准", large: "大" },
  subtitleColour: { label: "字幕颜色", white: "白色", yellow: "黄色", blue: "浅蓝" },
  playback: "播放",
  loop: "单片循环",
  part: "A–B循环",
  mark: ["设A点", "设B点", "取消循环"],
  background: "后台播放",
  sleep: { label: "定时关闭", off: "关闭", min: "15分", mid: "30分", max: "60分", end: "本集播完" },
  engine: { label: "播放内核", system: "系统", script: "网页" },
  engineHint: "系统内核省电，可锁屏播放和投屏；网页内核可选清晰度，并统计流量。",
  marks: "片头片尾",
  opening: { label: "片头", set: "片头到此", remove: (time: string) => `移除片头 ${time}` },
  ending: { label: "片尾", set: "片尾从此", remove: (time: string) => `移除片尾 ${time}` },
  skipsByItself: "自动跳过",
  data: "流量",
  used: (size: string) => `本次已用 ${size}`,
  dataUse: "流量设置",
} as const;

export const statistics = {
  title: "播放信息",
  copy: "复制",
  names: ["清晰度", "线路", "码率", "网速", "缓冲", "丢帧", "内核", "编码"],
} as const;

export const playerKeys = {
  title: "键盘快捷键",
  space: "空格",
  commands: {
    toggle: "播放／暂停",
    step: "后退／前进",
    changeVolume: "增大／减小音量",
    toggleSound: "静音",
    seekToShare: "跳到开头至九成处",
    stepFrame: "上一帧／下一帧（暂停时）",
    changeSpeed: "减速／加速",
    changeEpisode: "上一集／下一集",
    toggleSubtitles: "开关字幕",
    toggleFullscreen: "全屏",
    showKeys: "显示快捷键",
    toggleStatistics: "显示／隐藏播放信息",
    moveDown: "选择上方／下方的按钮",
    moveRight: "选择左边／右边的按钮",
    leaveControls: "从按钮回到画面",
  },
  remote: "鼠标不在页面上时，方向键选择按钮；在页面上时，调节进度和音量。",
} as const;

export const shareCard = {
  qrCode: "分享二维码",
  inviteCode: "邀请码",
  reward: `每邀请1人送${INVITE_VIP_DAYS}天会员`,
  copy: "复制链接",
  save: "保存图片",
  saveFailed: "保存失败，请稍后重试",
  send: "分享给朋友",
} as const;

const unplayable = "无法播放";

export const reportForm = {
  reasons: ["未经本人同意传播", "涉及未成年人", "侵犯版权", unplayable, "其他"],
  unplayable,
  reason: "举报原因",
  note: "补充说明（选填）",
  notePlaceholder: "请描述具体情况",
  submit: "提交",
  noReason: "请选择举报原因",
  longNote: (max: number) => `补充说明不能超过${max}个字`,
  backToVideo: "返回视频",
} as const;

import {
  FINISHED_PERCENT,
  LONGEST_PASSWORD,
  SHORTEST_PASSWORD,
} from "../../server/contract/rules.ts";

export const mine = {
  id: (code: string) => `ID：${code}`,
  copyId: "复制ID",
  guest: "游客",
  coins: "我的金币",
  unit: "金币",
  recharge: "立即充值",
  upgrade: "立即开通",
  renew: "立即续费",
  perks: "免广告播放 · 高清画质 · 专属线路",
  membership: "VIP会员",
  quick: "常用功能",
  more: "更多功能",
  swiper: "我的广告",
  tasks: "任务中心",
  invite: "邀请好友",
  history: "浏览历史",
  chat: "在线客服",
  favourites: "我的收藏",
  later: "稍后再看",
  invited: "邀请记录",
  funds: "资金管理",
  withdraw: "申请提现",
  feedback: "意见反馈",
  service: "联系客服",
};

export const membership = {
  none: "尚未开通VIP",
  left: (days: number, until: string) => `剩余${days}天，${until}到期`,
};

/** Besides the site's own: what tabs and the home screen may show. */
export const neutralLooks: Readonly<Record<string, { label: string }>> = {
  notes: { label: "记事" },
  calculator: { label: "计算" },
  weather: { label: "天气" },
};

export const settings = {
  title: "账号管理",
  profile: "个人资料",
  clear: "清除缓存",
  confirm: {
    title: "清除缓存",
    text: "将清除这台设备上的搜索历史、播放进度、点赞和收藏标记。账号里的收藏、历史、金币和会员不受影响。",
  },
  cleared: "清除成功",
  miniPlayer: "小窗播放",
  miniPlayerHint: "离开视频页时，视频在小窗继续播放",
  hideWatched: "隐藏已看",
  hideWatchedHint: `看到${FINISHED_PERCENT}%以上（多集看最后一集）的影片，不再出现在首页、专题和分类里`,
  discreet: "对外只显示网站名称",
  discreetHint: "标签页、浏览记录、锁屏和分享里不出现影片名和搜索词，切到后台时遮住画面",
  blurCovers: "模糊封面",
  blurCoversHint: "列表里的封面先模糊显示，点一下看清，再点一下打开",
  incognito: "无痕浏览",
  incognitoHint: "只在这个标签页：不记录搜索、历史和进度，关闭标签页后什么都不留下",
  lock: "应用锁",
  lockHint: "离开再回来时要输入密码，连续输错要等待",
  biometrics: "指纹或面容解锁",
  biometricsHint: "用这台设备的指纹、面容或屏幕锁代替应用锁的密码",
  login: "切换账号",
  quickExit: "快速离开",
  quickExitHint: "连点页眉三下或连按三次 Esc，立即静音，换成空白页",
  theme: "外观",
  themes: { system: { label: "跟随系统" }, light: { label: "浅色" }, dark: { label: "深色" } },
  dataUse: "流量设置",
  dataUses: {
    automatic: { label: "自动", hint: "按网速选择清晰度，系统开启省流量时跟随系统" },
    saver: { label: "省流", hint: "低清晰度播放，不预先加载页面和视频" },
    best: { label: "Wi-Fi 不限", hint: "优先最高清晰度，移动网络下同自动" },
  },
  appLook: "桌面图标和名称",
  appLooks: { site: { label: "站点图标" }, ...neutralLooks },
  appLookHint: "标签页也随之更换。已添加到桌面的不一定会变：没有变的，请删除后重新添加",
};

export const profile = {
  title: "编辑资料",
  avatar: "头像",
  avatarHints: { choose: "点击更换头像", uploaded: "已上传，保存后生效" },
  avatarLost: "请重新上传头像",
  username: "用户名",
  nickname: "昵称",
  signature: "个性签名",
  signatureHint: "介绍一下自己吧",
  noNickname: "请输入昵称",
  longNickname: (most: number) => `昵称不能超过${most}个字`,
  longSignature: (most: number) => `个性签名不能超过${most}个字`,
  save: "保存",
  saving: "保存中...",
  saved: "已保存",
  done: "保存成功",
};

export const login = {
  title: "登录",
  account: { label: "账号", placeholder: "请输入账号" },
  password: { label: "密码", placeholder: "请输入密码" },
  showPassword: "显示密码",
  submit: "登录",
  failed: "登录失败",
  tooOften: (minutes: number) => `尝试次数过多，请${minutes}分钟后再试`,
  warning: "近期有人多次输错您账号的密码，建议修改密码",
  adultsOnly: "未满18岁禁止注册",
  forgotten: "忘记密码？联系客服",
  asGuest: "以游客身份继续",
};

const passwordLength = `${SHORTEST_PASSWORD}-${LONGEST_PASSWORD}位`;

export const password = {
  title: "修改密码",
  old: { label: "原密码", show: "显示原密码", required: "请输入原密码" },
  new: {
    label: "新密码",
    show: "显示新密码",
    placeholder: `请输入${passwordLength}新密码`,
    required: "请输入新密码",
    length: `新密码长度必须在${passwordLength}`,
  },
  confirm: {
    label: "确认密码",
    show: "显示确认密码",
    placeholder: "请再次输入新密码",
    required: "请再次输入新密码",
    length: `确认密码长度必须在${passwordLength}`,
    mismatch: "两次输入的密码不一致",
  },
  submit: "保存",
  failed: "修改失败",
};

export const credentials = {
  title: "游客账号",
  why: "换手机或清除浏览器数据后，用它登录即可找回会员和金币。",
  username: "账号",
  password: "临时密码",
  reveal: "显示",
  hide: "隐藏",
  copy: "复制账号密码",
  save: "保存图片",
  saveFailed: "图片保存失败",
  asText: (username: string, password: string) => `账号：${username} 密码：${password}`,
  scan: "扫码打开登录页",
  picture: "登录二维码",
  fileName: (username: string) => `游客账号-${username}.png`,
};

import {
  COOKIE_DAYS,
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
  discreetHint: "标签页、浏览记录、锁屏和分享里不出现影片名和搜索词",
  blurCovers: "模糊封面",
  blurCoversHint: "列表里的封面先模糊显示，点一下看清，再点一下打开",
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

/** What is kept, until when, and its names in the code, which a test compares with what is stored, logged and sent. */
const places = [
  {
    title: "这台设备的浏览器",
    note: "只存在这个浏览器里；“清除痕迹”会全部删除。",
    items: [
      [
        "看到哪里、看过哪些影片",
        "只留最近看的，直到清除",
        "videoHistory knownVideos removedHistory recordedVideos",
      ],
      ["搜索记录", "只留最近几条，直到清除", "searchHistory"],
      [
        "点赞、收藏、稍后再看和不感兴趣",
        "直到清除，各有数量上限",
        "likedVideos savedVideos watchLater unwantedVideos",
      ],
      ["没发出的留言", "直到发出或清除", "drafts"],
      [
        "签到、每日任务和客服已读到哪里",
        "只留最近几周",
        "signedDates dailyLoginClaimed vipVideoDate chatRead",
      ],
      [
        "播放和外观的设置",
        "直到清除",
        "playback danmakuSettings tracks quality danmuOn engine dataUse seriesMarks skipsByItself miniPlayer playInBackground hideWatched discreet blurCovers quickExit theme",
      ],
      [
        "这个标签页：打开过的列表和滚动位置、没付完的订单、快速离开过",
        "关闭标签页为止",
        "historyEntries entriesMember positions purchase offerSince installDismissed opened left",
      ],
      ["网页程序和看过的封面图，供断网时使用", "只留最近的版本和封面", "build- covers"],
    ],
  },
  {
    title: "Cookie",
    note: "除模糊封面外，网页脚本读不到，登录状态另外加密；不用于广告。",
    items: [
      [
        "访客编号和登录状态、登录过的账号、清空历史的时间",
        `${COOKIE_DAYS.visitor}天没有来访为止`,
        "visitor newcomer",
      ],
      ["封面要模糊显示", `${COOKIE_DAYS.blurred}天，或关闭这项设置为止`, "blurred"],
      ["已通过年龄确认", `${COOKIE_DAYS.adult}天`, "adult"],
      ["已输入访问密码", `${COOKIE_DAYS.entry}天`, "entry"],
    ],
  },
  {
    title: "本站服务器",
    note: "运行日志用于排查故障，不含账号、IP地址、影片编号和搜索词；保存多久由站点运营者决定。",
    items: [
      [
        "每次请求的页面种类、时间、结果和耗时",
        "由运营者决定",
        "requestId method pathname status ms cache bytes fastPath",
      ],
      ["流畅度统计（不含账号和影片）", "只有合计数字", "metrics"],
      ["为防滥用计数的IP地址", "很短，只在内存中", "counters"],
    ],
  },
  {
    title: "内容服务商的账号",
    note: "账号由内容服务商保存，游客也有。收藏可以在清除痕迹时一并清空，其他记录本站无法删除。",
    items: [
      ["收藏、点赞、浏览历史和播放进度", "收藏可以移除，其他由服务商决定", "library"],
      ["资料、邀请、签到和任务", "由服务商决定", "member invite rewards"],
      ["订单、账单和提现", "由服务商决定", "purchase wallet"],
      ["客服对话、反馈和图片", "由服务商决定", "support"],
      [
        "查询影片、分类和广告时附带的账号编号，广告点击次数",
        "由服务商决定",
        "catalogue category video site ads adClick",
      ],
    ],
  },
] as const;

export const privacy = {
  title: "隐私",
  lead: "本站不做用户画像，不请求运营者以外的第三方。这里列出保存了什么、保存在哪里、保存多久。",
  places,
  beyond: {
    title: "本站清除不了的",
    text: "浏览器自己的浏览记录（其中有看过的影片编号）和下载、系统截图、已安装到桌面的图标，以及网络运营商看到的域名。快速离开只换掉当前这一页，之前的页面在后退列表里还有地址，退回去只见空白页。请在浏览器里清除浏览记录，或使用无痕窗口。",
  },
  forget: {
    title: "清除痕迹",
    text: "删除这台设备上的全部记录、设置、缓存和 Cookie，并退出账号。游客账号的金币和会员，要先在“修改密码”里保存账号密码，以后才能找回。",
    account: "同时清空账号里的收藏",
    confirm: "确认清除",
    done: "已清除",
    doneText: "这台设备上不再有本站的记录。浏览器自己的浏览记录请在浏览器里清除。",
    failed: "账号里的收藏没能清空，这台设备上也还没有删除任何内容",
    back: "返回",
  },
  export: {
    title: "导出与导入",
    text: "把这台设备上的记录和设置存成文件，可以打开查看，也可以在另一台设备上导入。",
    save: "导出",
    load: "导入",
    loaded: "已导入",
    unreadable: "无法读取这个文件",
    fileName: "本机记录.json",
  },
};

import { COOKIE_DAYS, LONGEST_PIN, SHORTEST_PIN } from "../../server/contract/rules.ts";

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
        "playback danmakuSettings tracks quality danmuOn engine dataUse seriesMarks skipsByItself miniPlayer playInBackground hideWatched discreet blurCovers quickExit theme appLook",
      ],
      ["应用锁的密码，加密保存，以及输错的次数", "直到关闭应用锁或清除", "lock"],
      [
        "这个标签页：打开过的列表和滚动位置、没付完的订单、快速离开过、正在无痕浏览、已解锁",
        "关闭标签页为止",
        "historyEntries entriesMember positions purchase offerSince installDismissed opened left incognito unlocked",
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
    text: "浏览器自己的浏览记录（其中有看过的影片编号）和下载、系统截图、已安装到桌面的图标，解锁用的通行密钥，以及网络运营商看到的域名。快速离开只换掉当前这一页，之前的页面在后退列表里还有地址，退回去只见空白页。无痕浏览时，浏览器自己的浏览记录和缓存（图片、页面、搜索建议）也照旧。请在浏览器里清除它们，或使用浏览器的无痕窗口。",
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

export const lock = {
  title: "应用锁",
  locked: "已锁定",
  pin: "密码",
  rule: `密码是${SHORTEST_PIN}到${LONGEST_PIN}位数字`,
  again: "再输入一次",
  different: "两次输入的密码不一样",
  wrong: "密码不对",
  wait: (seconds: number) => `请在${seconds}秒后再试`,
  unlock: "解锁",
  set: "打开应用锁",
  remove: "关闭应用锁",
  biometrics: "用指纹或面容解锁",
  refused: "没有完成验证，请再试一次，或输入密码",
  unsupported: "这个浏览器不支持应用锁",
  forgotten: "忘记密码？",
  forgottenText:
    "清除这台设备上的全部记录、设置和缓存后，不用密码即可进入。账号里的内容不受影响：登录过的账号要重新登录，游客账号保留。",
  clear: "清除并进入",
};

export const network = "网络异常，请稍后重试";
export const incognito = "无痕浏览中";
export const cookiesNeeded = "登录、收藏、购买需开启Cookie";

export const navigation = {
  main: "主导航",
  back: "返回",
  close: "关闭",
  backToTop: "回到顶部",
  next: "下一页",
  home: "回到首页",
} as const;

export const lists = {
  loading: "加载中...",
  end: "没有更多了",
  empty: "暂无记录",
  retry: "重试",
  failed: "加载失败",
} as const;

export const ageGate = {
  title: "年龄确认",
  text: "本站内容仅限成年人观看。继续浏览前，请确认您已年满18岁，且所在地法律允许您观看此类内容。",
  remembered: "确认后，本设备一年内不再询问",
  discreet: "标签页、锁屏和浏览记录只显示网站名，可在账号管理更改",
  confirm: "我已年满18岁，进入",
  leave: "离开",
  left: "您已离开",
  back: "返回首页",
} as const;

export const install = {
  button: "添加到桌面",
  dismiss: "不再提示",
  title: "安装应用",
  text: "添加到桌面，下次一点即开",
  menu: "打开浏览器菜单，选择“添加到主屏幕”或“安装应用”",
  apk: "下载安卓应用",
  tutorial: {
    title: "添加到主屏幕教程",
    steps: ["点按浏览器的分享按钮", "选择“添加到主屏幕”", "点按右上角的“添加”"],
  },
  inApp: { title: "在浏览器中打开", text: "请点右上角，选择在浏览器中打开" },
} as const;

export const offline = {
  title: "当前没有网络",
  text: "网络恢复后会自动继续",
  favourites: "收藏",
  liked: "点赞",
  history: "浏览历史",
  nothing: "还没有可以离线查看的记录",
} as const;

export const flash = { loggedIn: "登录成功", passwordChanged: "修改成功" };

export const session = {
  expired: "登录已过期，请重新登录",
  elsewhere: "该账号已在别处登录，请重新登录",
  toLogin: "去登录",
};

export const payment = {
  channels: "支付方式",
  noChannels: "暂无可用的支付方式，请稍后再试",
  chooseChannel: "请选择支付方式",
  paying: "支付中...",
  failed: "支付失败",
  ordered: "订单已生成，请前往支付",
  go: "去支付",
  arrived: { vip: "支付成功，会员已开通", coins: "支付成功，金币已到账" },
  searching: "正在查询支付结果...",
  notFound: "暂未查到支付结果，如已支付请稍后在我的页面查看",
  searchAgain: "重新查询",
};

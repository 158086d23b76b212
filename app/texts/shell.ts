/** What the shell around every page says. */
export const shellTexts = {
  ageGate: {
    title: "年龄确认",
    text: "本站内容仅限成年人观看。继续浏览前，请确认您已年满18岁，且所在地法律允许您观看此类内容。",
    remembered: "确认后，本设备一年内不再询问",
    confirm: "我已年满18岁，进入",
    leave: "离开",
    left: "您已离开",
  },
  install: {
    button: "添加到桌面",
    title: "安装应用",
    text: "添加到桌面，下次一点即开",
    menu: "打开浏览器菜单，选择“添加到主屏幕”或“安装应用”",
    apk: "下载安卓应用",
    tutorial: {
      title: "添加到主屏幕教程",
      steps: ["点按浏览器的分享按钮", "选择“添加到主屏幕”", "点按右上角的“添加”"],
    },
    inApp: { title: "在浏览器中打开", text: "请点右上角，选择在浏览器中打开" },
  },
  offline: {
    title: "当前没有网络",
    text: "网络恢复后会自动继续",
    favourites: "收藏",
    liked: "点赞",
    history: "浏览历史",
    nothing: "还没有可以离线查看的记录",
  },
} as const;

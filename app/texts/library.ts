export const favourites = {
  title: "收藏",
  count: (videos: number) => `共${videos}部`,
  manage: "管理",
  done: "完成",
  chooseAll: "全选",
  chooseNone: "取消全选",
  remove: (videos: number) => (videos > 0 ? `取消收藏（${videos}）` : "取消收藏"),
  removal: {
    title: "取消收藏",
    text: (videos: number) => `确定要取消收藏选中的${videos}部影片吗？`,
  },
  empty: "暂无收藏",
  clear: "清空收藏",
  confirm: { title: "确认清空", text: "确定要清空所有收藏吗？" },
  cleared: "清除成功",
  cancelled: "取消",
} as const;

export const history = {
  title: "浏览历史",
  empty: "暂无浏览历史",
  clear: "清空历史",
  confirm: { title: "确认清空", text: "确定要清空历史记录吗？" },
  cleared: "历史记录清除成功",
  cancelled: "取消",
  today: "今天",
  yesterday: "昨天",
  /** `episode` is "" if the video has only one; `time` is "" if it was watched to its end. */
  watched: (episode: string, time: string) =>
    time ? `${episode || "看至"} ${time}` : `${episode}已看完`,
} as const;

export const continueWatching = {
  title: "继续观看",
  done: "都看完了",
} as const;

export const watchLater = {
  title: "稍后再看",
  empty: "还没有稍后再看的视频，长按封面即可添加",
  needsScript: "请开启 JavaScript 后查看",
  playAll: "播放全部",
  move: (title: string) => `调整顺序：${title}`,
  moved: (place: number) => `已移到第${place}位`,
} as const;

export const watchedVideos = {
  hidden: (videos: number) => `已隐藏${videos}部看过的`,
  shown: (videos: number) => `有${videos}部看过的`,
  show: "显示",
  hide: "隐藏",
} as const;

export const cardMenu = {
  title: "更多操作",
  more: (title: string) => `更多：${title}`,
  later: "稍后再看",
  removeFromWatchLater: "移出稍后再看",
  toTop: "移到最前",
  share: "分享",
  unwanted: "不感兴趣",
  removeWatched: "从历史中移除",
  undo: "撤销",
  done: {
    later: "已加入稍后再看",
    removeFromWatchLater: "已移出稍后再看",
    toTop: "已移到最前",
    unwanted: "将不再显示该视频",
    removeWatched: "已从历史中移除",
  },
} as const;

import { accountTexts } from "./texts/account.ts";
import { communityTexts } from "./texts/community.ts";
import { errorTexts } from "./texts/errors.ts";
import { shellTexts } from "./texts/shell.ts";
import { walletTexts } from "./texts/wallet.ts";
import { watchTexts } from "./texts/watch.ts";

/** Every fixed text of the site, in one place, so that a deployment's wording is changed here and in `texts/`. */
export const texts = {
  ...watchTexts,
  ...communityTexts,
  ...shellTexts,
  ...accountTexts,
  ...walletTexts,
  ...errorTexts,
  tabs: { home: "首页", topics: "专题", hidden: "暗网", favourites: "收藏", mine: "我的" },
  navigation: {
    main: "主导航",
    back: "返回",
    close: "关闭",
    backToTop: "回到顶部",
    next: "下一页",
    home: "回到首页",
  },
  lists: {
    loading: "加载中...",
    end: "没有更多了",
    empty: "暂无记录",
    retry: "重试",
    failed: "加载失败",
  },
  network: "网络异常，请稍后重试",
  dialog: { confirm: "确定", cancel: "取消" },
  copy: { done: "复制成功", failed: "复制失败" },
  upload: {
    failed: "上传失败",
    sending: "上传中",
    large: "图片不能超过 8 MB",
    kind: "只能上传 JPG、PNG、GIF 或 WebP 图片",
    broken: "图片已损坏或尺寸过大",
  },
  ad: "广告",
  liked: "已点赞",
  popupAd: "弹窗广告",
  home: {
    search: "影视搜索",
    signIn: "签到",
    history: "浏览历史",
    service: "客服",
    tags: "分类标签",
    allTags: "全部分类",
    notice: "公告",
    swiper: "轮播广告",
    featured: "精选视频",
    ranking: "排行榜",
    newest: "最新更新",
    more: "查看更多",
    batch: "换一批",
  },
  hidden: {
    gate: "该内容仅对少数用户开放",
    unlock: "会员解锁",
    leave: "点击离开",
    empty: "暂无内容",
  },
  favourites: {
    title: "收藏",
    empty: "暂无收藏",
    clear: "清空收藏",
    confirm: { title: "确认清空", text: "确定要清空所有收藏吗？" },
    cleared: "清除成功",
    cancelled: "取消",
  },
  history: {
    title: "浏览历史",
    empty: "暂无浏览历史",
    clear: "清空历史",
    confirm: { title: "确认清空", text: "确定要清空历史记录吗？" },
    cleared: "历史记录清除成功",
    cancelled: "取消",
    today: "今天",
    yesterday: "昨天",
  },
  topics: {
    title: "专题",
    unknown: "没有找到这个专题",
    all: "全部专题",
  },
  categories: {
    title: "分类",
    top: "一级分类",
  },
  search: {
    title: "搜索",
    placeholder: "搜索影片",
    clearTerm: "清除",
    history: "搜索历史",
    clear: "清空搜索历史",
    confirm: { title: "清空搜索历史", text: "确定要清空搜索历史吗？" },
    hot: "热门搜索",
  },
} as const;

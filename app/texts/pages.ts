import { MAX_UPLOAD_MB } from "../../server/contract/rules.ts";

export const tabs = {
  home: "首页",
  topics: "专题",
  hidden: "暗网",
  favourites: "收藏",
  mine: "我的",
} as const;

export const dialog = { confirm: "确定", cancel: "取消" } as const;

export const copy = { done: "复制成功", failed: "复制失败" } as const;

export const upload = {
  failed: "上传失败",
  failedBecause: (reason: string) => `上传失败：${reason}`,
  sending: "上传中",
  large: `图片不能超过 ${MAX_UPLOAD_MB} MB`,
  kind: "只能上传 JPG、PNG、GIF 或 WebP 图片",
  broken: "图片已损坏或尺寸过大",
} as const;

export const ad = "广告";

export const liked = "已点赞";
export const likeVideo = (title: string) => `喜欢《${title}》`;

export const pictureSaved = "图片已保存";

export const untitled = "未命名视频";

export const popupAd = "弹窗广告";

export const home = {
  search: "影视搜索",
  checkIn: "签到",
  history: "浏览历史",
  service: "客服",
  tags: "分类标签",
  allTags: "全部分类",
  feed: "刷视频",
  notice: "公告",
  swiper: "轮播广告",
  featured: "精选视频",
  ranking: "排行榜",
  newest: "最新更新",
  more: "查看更多",
  batch: "换一批",
} as const;

export const hidden = {
  gate: "该内容仅对少数用户开放",
  unlock: "会员解锁",
  leave: "点击离开",
  empty: "暂无内容",
} as const;

export const topics = {
  unknown: "没有找到这个专题",
  all: "全部专题",
} as const;

export const categories = {
  title: "分类",
  top: "一级分类",
} as const;

export const search = { title: "搜索" } as const;

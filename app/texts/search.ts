export const searchBox = {
  placeholder: "搜索影片",
  clear: "清除",
} as const;

export const searchTerms = {
  history: "搜索历史",
  clear: "清空搜索历史",
  confirm: { title: "清空搜索历史", text: "确定要清空搜索历史吗？" },
  remove: (term: string) => `删除搜索词 ${term}`,
  hot: "热门搜索",
  none: "没有找到相关视频，换个词试试",
  nearby: "试试这些词",
} as const;

export const suggestions = {
  name: "搜索建议",
  titles: "影片",
  found: (count: number) => `${count}条建议，按上下方向键选择`,
  noTitles: "没有匹配的影片",
  offline: "网络已断开，暂时没有影片建议",
} as const;

export const filters = {
  types: "按分类筛选",
  subtypes: "按子分类筛选",
  every: "全部",
} as const;

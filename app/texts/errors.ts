export const errors = {
  missing: { title: "内容不存在或已下架", hint: "可以返回上一页，或到首页看看别的" },
  forbidden: { title: "无法访问该内容", hint: "请返回上一页，或回到首页" },
  refused: { title: "请求无法处理", hint: "请返回上一页再试" },
  tooOften: { title: "操作过于频繁，请稍后重试", hint: "稍等片刻再试" },
  broken: { title: "服务器开小差了，请稍后重试", hint: "问题已记录，请稍后再来" },
  down: { title: "网络异常，请稍后重试", hint: "服务暂时没有响应，恢复后重试即可" },
  requestId: "请求编号",
} as const;

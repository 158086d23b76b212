/** The Chinese texts of the server's own answers; the texts of pages are in `app/texts/`. */
export const serverTexts = {
  serverError: "服务器开小差了，请稍后重试",
  notFound: "内容不存在或已下架",
  foreignOrigin: "请求来源不被允许",
  notAllowed: "请求无法处理",
  addressTooLong: "请求地址过长",
  cookiesTooLong: "Cookie 过大，请清除后重试",
  lengthRequired: "请求缺少长度",
  bodyTooLarge: "请求内容过大",
  busy: "现在人有点多，请稍后再试",
  unreadableForm: "请求内容无法读取",
  tooOften: (seconds: number) => `操作太频繁，请${seconds}秒后再试`,
  retry: "重试",
  home: "回到首页",
  requestId: "请求编号",
};

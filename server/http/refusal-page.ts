import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/**
 * What the host answers by itself: a small Chinese page where a page was asked for, otherwise the message as text.
 *
 * @param message Chinese, shown as it is
 */
export function refuse(c: Context, status: ContentfulStatusCode, message: string): Response {
  if (!c.req.header("accept")?.includes("text/html")) return c.text(message, status);
  const requestId: string = c.get("requestId") ?? "";
  return c.html(pageOf(message, requestId), status);
}

const pageOf = (message: string, requestId: string) => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${message}</title>
<link rel="stylesheet" href="/refusal.css">
</head>
<body>
<main>
<h1>${message}</h1>
<p class="ways"><a href="">重试</a><a href="/">回到首页</a></p>
<p class="id">请求编号 <code>${requestId}</code></p>
</main>
</body>
</html>
`;

import { join } from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { Database } from "../db/client.ts";
import { orders } from "../db/member-schema.ts";
import {
  abandonOrder,
  findOrder,
  ORDER_MINUTES,
  type Order,
  orderState,
  payOrder,
  productOf,
} from "../domain/orders.ts";
import { mediaFolder } from "../folders.ts";
import { sendFile } from "./send-file.ts";

/** Pages have no scripts and no inline styles, for a strict CSP, and relative links, for proxies. */

const headings = {
  open: "等待支付",
  paid: "支付成功",
  abandoned: "订单已放弃",
  expired: "订单已过期",
};
const hints = {
  paid: "已到账，可以返回应用了",
  abandoned: "没有扣款，可以返回应用了",
  expired: `订单超过${ORDER_MINUTES}分钟未支付，请返回应用重新下单`,
};

const page = (title: string, content: unknown, folder = "") => html`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title} · 沙盒收银台</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${folder}style.css">
</head>
<body>
<p class="note"><strong>沙盒收银台</strong>：仅供开发与演示，不会产生真实扣款。</p>
<main>${content}</main>
</body>
</html>`;

function orderPage(order: Order) {
  const state = orderState(order);
  const below =
    state === "open"
      ? html`<form method="post" action="${order.id}/pay"><button class="pay">支付</button></form>
<form method="post" action="${order.id}/give-up"><button class="leave">放弃</button></form>`
      : html`<p role="status">${hints[state]}</p>`;
  return page(
    headings[state],
    html`<h1>${headings[state]}</h1>
<p class="amount">¥${order.price}</p>
<dl><dt>商品</dt><dd>${productOf(order)}</dd><dt>支付方式</dt><dd>${order.channel}</dd><dt>订单号</dt><dd>${order.number}</dd></dl>
${below}`,
  );
}

const unknownOrderPage = (folder = "") =>
  page("订单不存在", html`<h1>订单不存在</h1><p>请返回应用重新下单</p>`, folder);

const RETURN_PATH = "/mine";

function originOf(referer: string | undefined): string | null {
  const url = referer && URL.canParse(referer) ? new URL(referer) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.origin : null;
}

async function rememberReturn(db: Database, order: Order, origin: string | null): Promise<Order> {
  if (!origin || order.returnTo !== null || orderState(order) !== "open") return order;
  await db
    .update(orders)
    .set({ returnTo: origin })
    .where(and(eq(orders.id, order.id), isNull(orders.returnTo)));
  return { ...order, returnTo: origin };
}

function setSecurityHeaders(c: Context, order: Order | undefined) {
  // browsers apply form-action also to redirects after a form
  const targets = ["'self'", ...(order?.returnTo ? [order.returnTo] : [])].join(" ");
  const policy = `default-src 'none'; style-src 'self'; img-src data:; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`;
  c.header("content-security-policy", policy);
  c.header("cache-control", "no-store");
  c.header("referrer-policy", "no-referrer");
  c.header("x-content-type-options", "nosniff");
  c.header("x-frame-options", "DENY");
  c.header("x-robots-tag", "noindex");
}

export function cashierRoutes(db: Database): Hono {
  const app = new Hono();

  app.get("/cashier/style.css", (c) =>
    sendFile(c, join(mediaFolder, "art/cashier.css"), "no-cache"),
  );

  app.get("/cashier/:id", async (c) => {
    const found = await findOrder(db, c.req.param("id"));
    const order = found && (await rememberReturn(db, found, originOf(c.req.header("referer"))));
    setSecurityHeaders(c, order);
    return order ? c.html(orderPage(order)) : c.html(unknownOrderPage(), 404);
  });

  const actions = { pay: payOrder, "give-up": abandonOrder };
  for (const [name, settle] of Object.entries(actions)) {
    app.post(`/cashier/:id/${name}`, async (c) => {
      const order = await findOrder(db, c.req.param("id"));
      setSecurityHeaders(c, order);
      if (!order) return c.html(unknownOrderPage("../"), 404);
      await settle(db, order);
      const late = orderState(order) === "expired";
      const back = order.returnTo && !late ? order.returnTo + RETURN_PATH : `../${order.id}`;
      return c.redirect(back, 303);
    });
  }
  return app;
}

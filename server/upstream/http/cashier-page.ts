import { html } from "hono/html";
import { type Order, orderState, productOf } from "../domain/orders.ts";

/**
 * The page of the sandbox cashier: one order, two buttons, no script, and its style in a file of its own, so that it
 * works under strict content security policies. Its addresses are relative: a proxy may move it.
 */

export const css = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: #f6f3ef; color: #231a12 }
body { margin: 0 auto; max-width: 430px; padding: 20px 16px }
.note { margin: 0 0 16px; padding: 10px 14px; border: 2px dashed #b45309; border-radius: 12px; color: #8a3c00; font-size: 14px }
main { padding: 24px 20px; border-radius: 16px; background: #fff; text-align: center }
h1 { margin: 0; font-size: 18px }
.amount { margin: 12px 0; font-size: 40px; font-weight: 700 }
dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px; margin: 20px 0; font-size: 14px; text-align: left }
dt { color: #6b5d50 } dd { margin: 0; text-align: right; overflow-wrap: anywhere }
button { width: 100%; min-height: 48px; margin-top: 12px; border: 0; border-radius: 24px; font: inherit; font-weight: 600; cursor: pointer }
.pay { background: #ff8a1f; color: #2a1400 } .leave { background: #efe9e2; color: #231a12 }
@media (prefers-color-scheme: dark) {
  :root { background: #15110d; color: #f3ece4 } main { background: #221b15 } dt { color: #b8a898 }
  .note { color: #ffb877 } .leave { background: #3a3027; color: #f3ece4 }
}`;

const headings = {
  open: "等待支付",
  paid: "支付成功",
  abandoned: "订单已放弃",
  expired: "订单已过期",
};
const hints = {
  paid: "已到账，可以返回应用了",
  abandoned: "没有扣款，可以返回应用了",
  expired: "订单超过15分钟未支付，请返回应用重新下单",
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

/** An order with its buttons, or with what became of it. */
export function orderPage(order: Order) {
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

/** @param folder where the cashier is, seen from the address of this page */
export const unknownOrderPage = (folder = "") =>
  page("订单不存在", html`<h1>订单不存在</h1><p>请返回应用重新下单</p>`, folder);

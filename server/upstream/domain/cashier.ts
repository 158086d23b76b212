import { and, eq, isNull } from "drizzle-orm";
import { type Context, Hono } from "hono";
import type { Database } from "../db/client.ts";
import { orders } from "../db/ledger-schema.ts";
import { css, orderPage, unknownOrderPage } from "../http/cashier-page.ts";
import { abandonOrder, findOrder, type Order, orderState, payOrder } from "./orders.ts";

/** Where the site shows the member with the new coins or days. */
const RETURN_PATH = "/mine";

/** The origin of the page that led here, when the browser tells it. */
function originOf(referer: string | undefined): string | null {
  const url = referer && URL.canParse(referer) ? new URL(referer) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.origin : null;
}

/** Keeps where the visitor came from, as told first: a later view may come from anywhere. */
async function rememberReturn(db: Database, order: Order, origin: string | null): Promise<Order> {
  if (!origin || order.returnTo !== null || orderState(order) !== "open") return order;
  await db
    .update(orders)
    .set({ returnTo: origin })
    .where(and(eq(orders.id, order.id), isNull(orders.returnTo)));
  return { ...order, returnTo: origin };
}

function secure(c: Context, order: Order | undefined) {
  // browsers hold redirects after a form to form-action as well
  const targets = ["'self'", ...(order?.returnTo ? [order.returnTo] : [])].join(" ");
  const policy = `default-src 'none'; style-src 'self'; img-src data:; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`;
  c.header("content-security-policy", policy);
  c.header("cache-control", "no-store");
  c.header("referrer-policy", "no-referrer");
  c.header("x-content-type-options", "nosniff");
  c.header("x-frame-options", "DENY");
  c.header("x-robots-tag", "noindex");
}

/** The sandbox cashier. Whoever knows an order's unguessable id may pay it or give it up. */
export function cashier(db: Database): Hono {
  const app = new Hono();

  app.get("/cashier/style.css", (c) => c.body(css, 200, { "content-type": "text/css" }));

  app.get("/cashier/:id", async (c) => {
    const found = await findOrder(db, c.req.param("id"));
    const order = found && (await rememberReturn(db, found, originOf(c.req.header("referer"))));
    secure(c, order);
    return order ? c.html(orderPage(order)) : c.html(unknownOrderPage(), 404);
  });

  const actions = { pay: payOrder, "give-up": abandonOrder };
  for (const [name, settle] of Object.entries(actions)) {
    app.post(`/cashier/:id/${name}`, async (c) => {
      const order = await findOrder(db, c.req.param("id"));
      secure(c, order);
      if (!order) return c.html(unknownOrderPage("../"), 404);
      await settle(db, order);
      const late = orderState(order) === "expired";
      const back = order.returnTo && !late ? order.returnTo + RETURN_PATH : `../${order.id}`;
      return c.redirect(back, 303);
    });
  }
  return app;
}

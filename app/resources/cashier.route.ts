import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { texts } from "../texts/index.ts";

/** Proxies the upstream's cashier for visitors who cannot reach it. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return context.cashier.answer(params["*"] ?? "", request).catch(unreachable);
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return context.cashier.answer(params["*"] ?? "", request).catch(unreachable);
}

const unreachable = () =>
  new Response(texts.network, {
    status: 502,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });

import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { texts } from "../texts/index.ts";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return answer(context, params["*"], request);
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return answer(context, params["*"], request);
}

const answer = ({ cashier, session }: AppLoadContext, path = "", request: Request) =>
  cashier.answer(path, request, session.afterPayment).catch(unreachable);

const unreachable = () =>
  new Response(texts.network, {
    status: 502,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { texts } from "../texts/index.ts";

export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  context.cashier
    .answer(params["*"] ?? "", request, context.session.afterPayment)
    .catch(networkErrorResponse);

export const action = (args: ActionFunctionArgs) => loader(args);

const networkErrorResponse = () =>
  new Response(texts.network, {
    status: 502,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });

import type { LoaderFunctionArgs } from "@remix-run/node";

export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  context.streams.answer(params.sealed ?? "", request);

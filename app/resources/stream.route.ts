import type { LoaderFunctionArgs } from "@remix-run/node";

/** A playlist or segment for the ticket's visitor. */
export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  context.streams.answer(params.sealed ?? "", request);

import type { LoaderFunctionArgs } from "@remix-run/node";

/** A playlist or segment, for the visitor of the sealed ticket. */
export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  context.streams.answer(params.sealed ?? "", request);

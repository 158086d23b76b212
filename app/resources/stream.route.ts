import type { LoaderFunctionArgs } from "@remix-run/node";

/** A playlist or a piece of media, for the visitor whom its ticket was sealed for and as far as it was granted. */
export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  context.streams.answer(params.sealed ?? "", request);

import type { LoaderFunctionArgs } from "@remix-run/node";

/** A picture, where the host does not answer for it by itself. */
export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  context.images.answer(params.sealed ?? "", request);

import type { LoaderFunctionArgs } from "@remix-run/node";
import { customerServiceAddress } from "./chat-link.ts";

/** The address that is printed and linked everywhere: leads to wherever the customer service is. */
export function loader({ context }: LoaderFunctionArgs) {
  const location = customerServiceAddress(context.site.customerServiceUrl, context.origin);
  return new Response(null, {
    status: 302,
    headers: { location },
  });
}

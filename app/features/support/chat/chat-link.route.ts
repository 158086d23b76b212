import type { LoaderFunctionArgs } from "@remix-run/node";

/** The address that is printed and linked everywhere: leads to wherever the customer service is. */
export function loader({ context }: LoaderFunctionArgs) {
  const location = customerServiceAddress(context.site.customerServiceUrl, context.origin);
  return new Response(null, {
    status: 302,
    headers: { location },
  });
}

const LINK = "/chatlink.html";
const OWN_CHAT = "/service";

/** Where the customer service is; the link itself, in any spelling, stands for the chat of this site. */
export function customerServiceAddress(setting: string, origin: string): string {
  const url = new URL(setting, origin);
  const isLink = url.origin === origin && url.pathname === LINK;
  return isLink ? OWN_CHAT : setting;
}

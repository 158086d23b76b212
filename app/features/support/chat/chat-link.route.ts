import type { LoaderFunctionArgs } from "@remix-run/node";

export function loader({ context }: LoaderFunctionArgs) {
  const location = customerServiceAddress(context.site.customerServiceUrl, context.origin);
  return new Response(null, { status: 302, headers: { location } });
}

const LINK = "/chatlink.html";
const OWN_CHAT = "/service";

export function customerServiceAddress(setting: string, origin: string): string {
  const url = new URL(setting, origin);
  const isLink = url.origin === origin && url.pathname === LINK;
  return isLink ? OWN_CHAT : setting;
}

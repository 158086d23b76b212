import type { AnchorHTMLAttributes } from "react";
import { type Way, wayMark } from "./way.ts";

interface LinkProps extends Way, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  to: string;
}

/**
 * A way to another page of the site: nothing but an anchor, because a page draws dozens of them. Who follows it
 * without loading a document is `useLinks`, for all of them together.
 */
export function Link({ to, replace, preventScrollReset, prefetch, ...rest }: LinkProps) {
  return <a {...rest} href={to} data-way={wayMark({ replace, preventScrollReset, prefetch })} />;
}

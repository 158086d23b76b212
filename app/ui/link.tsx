import { type LinkProps, Link as RemixLink } from "@remix-run/react";

/** A way to another page of the site. Every such link goes through here, so that they can be changed together. */
export function Link(props: LinkProps) {
  return <RemixLink prefetch="intent" {...props} />;
}

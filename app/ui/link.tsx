import { type LinkProps, Link as RemixLink } from "@remix-run/react";
import { useState } from "react";

/** A way to another page of the site. Every such link goes through here, so that they can be changed together. */
export function Link(props: LinkProps) {
  const [pressed, setPressed] = useState(false);
  // what a pressed link leads to is being fetched: fetching it ahead as well would ask for it twice
  return (
    <RemixLink
      prefetch={pressed ? "none" : "intent"}
      onPointerDown={() => setPressed(true)}
      {...props}
    />
  );
}

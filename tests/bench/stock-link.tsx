import { Link as RemixLink } from "@remix-run/react";
import type { ComponentProps } from "react";
import type { Link as OwnLink } from "../../app/navigation/link.tsx";

/** A way to another page of the site as a stock app has it: a link that follows itself. */
export const Link = ({ prefetch: _ownWay, ...rest }: ComponentProps<typeof OwnLink>) => (
  <RemixLink {...rest} />
);

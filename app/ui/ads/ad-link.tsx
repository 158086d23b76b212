import type { ReactNode } from "react";
import type { AdCard as Ad } from "../../../server/domain/cards.ts";

interface AdLinkProps {
  ad: Ad;
  className?: string;
  children: ReactNode;
}

/** Opens an ad in a new window at once; the click is counted on the side, and may fail. */
export function AdLink({ ad, className, children }: AdLinkProps) {
  // missing in some in-app browsers
  const count = () => navigator.sendBeacon?.(`/ad/${ad.place}/${encodeURIComponent(ad.id)}/click`);
  return (
    <a
      href={ad.url}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
      onClick={count}
    >
      {children}
    </a>
  );
}

import { type LinkProps, Link as RemixLink, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Icon } from "../ui/media/icon.tsx";
import styles from "./link.module.css";

/**
 * Leads to another page of the site. Its code, and its data where the route has no client loader, are prefetched when
 * a finger, a mouse or the focus announces it.
 */
export const Link = (props: LinkProps) => (
  <RemixLink prefetch="intent" discover="none" {...props} />
);

/** A way on below what the page is about. */
export const QuietLink = ({ to, label }: { to: string; label: string }) => (
  <Link to={to} className={styles.quiet}>
    {label}
    <Icon name="right" size={14} />
  </Link>
);

/**
 * Marks the link that is followed with `data-followed`, so that it looks pressed until its page is there. One for the
 * whole page: a `NavLink` per link would draw dozens of them twice for each navigation.
 */
export function FollowedLink() {
  const { location } = useNavigation();
  const clicked = useRef<HTMLAnchorElement | null>(null);
  useEffect(() => {
    const note = ({ target }: MouseEvent) => {
      clicked.current = target instanceof Element ? target.closest("a") : null;
    };
    document.addEventListener("click", note, true);
    return () => document.removeEventListener("click", note, true);
  }, []);
  useEffect(() => {
    const link = clicked.current;
    clicked.current = null;
    if (!location || !link) return;
    link.dataset.followed = "";
    return () => {
      delete link.dataset.followed;
    };
  }, [location]);
  return null;
}

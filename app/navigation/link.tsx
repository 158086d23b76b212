import { type LinkProps, Link as RemixLink, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Icon } from "../ui/media/icon.tsx";
import styles from "./link.module.css";

/** Prefetches the page's code, and data without a client loader, on touch, hover or focus. */
export const Link = (props: LinkProps) => (
  <RemixLink prefetch="intent" discover="none" {...props} />
);

export const QuietLink = ({ to, label }: { to: string; label: string }) => (
  <Link to={to} className={styles.quiet}>
    {label}
    <Icon name="right" size={14} />
  </Link>
);

/** Marks the followed link until its page is shown. One for the page, as `NavLink`s would all render twice. */
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

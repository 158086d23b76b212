import {
  type LinkProps,
  Link as RemixLink,
  useLocation,
  useNavigate,
  useNavigation,
} from "@remix-run/react";
import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import { createValue } from "../device/create-store.ts";
import { savesData } from "../device/playback.ts";
import { deviceStorage } from "../device/storage.ts";
import { afterPaint, useSignalEffect } from "../ui/paint.ts";

type Options = Pick<LinkProps, "replace" | "preventScrollReset" | "viewTransition" | "state">;
type Follow = (link: HTMLAnchorElement, to: string, options: Options) => void;

interface Links {
  follow: Follow;
  prefetches: boolean;
}

const LinksContext = createContext<Links>({
  follow: (_, to) => window.location.assign(to),
  prefetches: true,
});

export const useFollow = () => useContext(LinksContext).follow;

/** Without attributes that client-side navigation ignores; files and full page loads need an `<a>`. */
interface OwnLinkProps
  extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "download" | "ping">,
    Options {
  to: string;
  prefetch?: "intent" | "none";
}

/**
 * Prefetches on touch, hover or focus, unless offline (Remix would reload the page) or saving data.
 * Handles the click instead of Remix's link, to highlight the link before the navigation begins.
 */
function BrowserLink({ prefetch = "intent", onClick, ...props }: OwnLinkProps) {
  const { to, replace, preventScrollReset, viewTransition, state } = props;
  const { follow, prefetches } = useContext(LinksContext);
  const onFollow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const link = event.currentTarget;
    if (event.defaultPrevented || !opensHere(event)) return;
    event.preventDefault();
    follow(link, to, {
      // a link to the current page adds no history entry
      replace: replace ?? link.href === window.location.href,
      preventScrollReset,
      viewTransition,
      state,
    });
  };
  return <RemixLink {...props} prefetch={prefetches ? prefetch : "none"} onClick={onFollow} />;
}

/** Renders the HTML of `BrowserLink` without the router, for cached items. `link.test.tsx` compares them. */
function ServerLink(props: OwnLinkProps) {
  const { to, prefetch, replace, preventScrollReset, viewTransition, state, ...attributes } = props;
  return <a {...attributes} data-discover="true" href={to} />;
}

export const Link = import.meta.env.SSR ? ServerLink : BrowserLink;

export const opensHere = (event: MouseEvent<HTMLAnchorElement>) =>
  event.button === 0 &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) &&
  !event.currentTarget.target &&
  event.currentTarget.origin === window.location.origin;

const followed = createValue<HTMLAnchorElement>();
export const onFollowed = followed.subscribe;
export const followedAddress = () => followed.read()?.href;
export const isFollowing = (link = followed.read()) =>
  link !== undefined && link === followed.read();

/** Lets the tapped link be painted before the router matches and renders, which would delay that frame. */
export function FollowLinks({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { state } = useNavigation();
  const { key } = useLocation();
  const setFollowed = useCallback((link?: HTMLAnchorElement) => {
    delete followed.read()?.dataset.followed;
    if (link) link.dataset.followed = "";
    followed.change(link);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation may end without a change of `state`
  useEffect(() => {
    if (state === "idle") setFollowed();
  }, [state, key, setFollowed]);
  const follow = useCallback<Follow>(
    (link, to, options) => {
      setFollowed(link);
      afterPaint(() => navigate(to, options));
    },
    [setFollowed, navigate],
  );
  const [prefetches, setPrefetches] = useState(true);
  useSignalEffect([], (signal) => {
    // an urgent update would make React render parts again that are not hydrated yet
    const update = () => startTransition(() => setPrefetches(mayPrefetch()));
    update();
    for (const change of ["online", "offline"]) window.addEventListener(change, update, { signal });
    signal.addEventListener("abort", deviceStorage.subscribe(update));
  });
  const links = useMemo(() => ({ follow, prefetches }), [follow, prefetches]);
  return <LinksContext.Provider value={links}>{children}</LinksContext.Provider>;
}

const mayPrefetch = () => navigator.onLine && !savesData();

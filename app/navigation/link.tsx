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
import { savesData } from "../device/data-use.ts";
import { deviceStorage } from "../device/storage.ts";
import { afterPaint } from "../ui/paint.ts";

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

/** Without what a navigation ignores or cannot do: a file, or a new load, is an `<a>`. */
interface OwnLinkProps
  extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "download" | "ping">,
    Options {
  to: string;
  prefetch?: "intent" | "none";
}

/**
 * Prefetches on touch, hover or focus; not offline, where Remix would reload the page, nor with
 * save-data. Takes the click from Remix's link, so that the mark is painted before the navigation.
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
      // the page's own address adds no history entry
      replace: replace ?? link.href === window.location.href,
      preventScrollReset,
      viewTransition,
      state,
    });
  };
  return <RemixLink {...props} prefetch={prefetches ? prefetch : "none"} onClick={onFollow} />;
}

/** As `BrowserLink` renders, without the router, for kept items. `link.test.tsx` compares them. */
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

/** For the root. Matching routes and rendering would delay the frame that shows the tap. */
export function FollowLinks({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { state } = useNavigation();
  const { key } = useLocation();
  const mark = useCallback((link?: HTMLAnchorElement) => {
    delete followed.read()?.dataset.followed;
    if (link) link.dataset.followed = "";
    followed.change(link);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is shown, or the navigation was given up
  useEffect(() => {
    if (state === "idle") mark();
  }, [state, key, mark]);
  const follow = useCallback<Follow>(
    (link, to, options) => {
      mark(link);
      afterPaint(() => navigate(to, options));
    },
    [mark, navigate],
  );
  const [prefetches, setPrefetches] = useState(true);
  useEffect(() => {
    // parts of the page that are not hydrated yet would be rendered anew for anything more urgent
    const look = () => startTransition(() => setPrefetches(mayPrefetch()));
    look();
    return watchPrefetching(look);
  }, []);
  const links = useMemo(() => ({ follow, prefetches }), [follow, prefetches]);
  return <LinksContext.Provider value={links}>{children}</LinksContext.Provider>;
}

const mayPrefetch = () => navigator.onLine && !savesData();

function watchPrefetching(listener: () => void) {
  const changes = ["online", "offline"] as const;
  for (const change of changes) window.addEventListener(change, listener);
  const unsubscribe = deviceStorage.subscribe(listener);
  return () => {
    for (const change of changes) window.removeEventListener(change, listener);
    unsubscribe();
  };
}

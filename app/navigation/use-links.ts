import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { answerFromAhead, fetchAhead, forgetAhead } from "./ahead.ts";
import { isFollowed, linkAt, wayIn } from "./way.ts";

/** A finger that scrolls has said so by then, and a tap is seldom over. */
const TOUCH_MS = 40;
/** A mouse that stays so long means it. */
const HOVER_MS = 80;

/**
 * Follows the site's links without loading a document, and fetches what they lead to when a finger or a mouse
 * announces it. One listener for all links; the first paint's links work before it is there.
 */
export function useLinks() {
  const navigate = useNavigate();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is on the screen
  useEffect(() => markFollowed(undefined), [key]);
  useEffect(() => {
    // after React's own handlers, which may have answered the click
    const follow = (event: MouseEvent) => {
      const link = linkAt(event.target);
      if (!link || !isFollowed(event, link, window.location.origin)) return;
      event.preventDefault();
      const { pathname, search, hash, href } = link;
      const { replace, preventScrollReset } = wayIn(link.dataset.way);
      const options = {
        // the page that is shown already stands in the history
        replace: replace || href === window.location.href,
        preventScrollReset,
      };
      markFollowed(link);
      // what was fetched ahead would be drawn before the press itself is seen
      whenSeen(() => navigate(pathname + search + hash, options));
    };
    document.addEventListener("click", follow);
    // from now on pages change within this document
    document.documentElement.dataset.running = "";
    return () => document.removeEventListener("click", follow);
  }, [navigate]);
  useEffect(fetchWhatIsPressed, []);
}

let followed: HTMLAnchorElement | undefined;

/** A link stays pressed until it has led somewhere. */
function markFollowed(link: HTMLAnchorElement | undefined) {
  delete followed?.dataset.followed;
  if (link) link.dataset.followed = "";
  followed = link;
}

/** Once the browser has shown what a press has changed. */
const whenSeen = (then: () => void) => requestAnimationFrame(() => setTimeout(then));

let answering = false;

function fetchWhatIsPressed() {
  if (!answering) answerFromAhead();
  answering = true;
  let timer: number | undefined;
  let hovered: HTMLAnchorElement | null = null;
  const wait = (link: HTMLAnchorElement, ms: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(fetchAhead, ms, link.href);
  };
  const leave = () => window.clearTimeout(timer);

  const press = ({ target, pointerType, isPrimary, button }: PointerEvent) => {
    const link = linkAt(target);
    if (!link || !isPrimary || button !== 0 || wayIn(link.dataset.way).prefetch === "none") return;
    wait(link, pointerType === "mouse" ? 0 : TOUCH_MS);
  };
  const hover = ({ target, pointerType }: PointerEvent) => {
    const link = pointerType === "mouse" ? linkAt(target) : null;
    if (link === hovered) return;
    hovered = link;
    leave();
    if (link && !wayIn(link.dataset.way).prefetch) wait(link, HOVER_MS);
  };
  // the browser takes the finger for scrolling, or shows the link's menu
  const scroll = () => {
    leave();
    forgetAhead();
  };

  const options = { capture: true, passive: true };
  const listeners = [
    ["pointerdown", press],
    ["pointerover", hover],
    ["pointercancel", scroll],
    // now or never: the click that follows asks by itself
    ["pointerup", leave],
  ] as [string, EventListener][];
  for (const [name, listener] of listeners) document.addEventListener(name, listener, options);
  return () => {
    leave();
    for (const [name, listener] of listeners) document.removeEventListener(name, listener, options);
  };
}

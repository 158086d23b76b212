import { useLocation, useNavigationType } from "@remix-run/react";
import { useEffect, useInsertionEffect, useRef } from "react";
import { useCommitEffect } from "../../../navigation/scroll-place.ts";
import { afterPaint } from "../../../ui/after-paint.ts";
import { miniPlayer } from "../mini/on-demand.tsx";
import { VIDEO_LINK } from "./prefetch-player.ts";

type Link = HTMLAnchorElement;

/** Its picture is held, so that the browser has it at once when the list is returned to. */
let tapped: { code: string | null; picture: HTMLImageElement | null } | undefined;
let named: HTMLElement | null | undefined;

const codeIn = (search: string) => new URLSearchParams(search).get("id");

/** The address of the cover that was tapped for this video. */
export const tappedCover = (code: string | null) =>
  (tapped?.code === code && tapped?.picture?.currentSrc) || "";

const coverOf = (link: Link | undefined) => link?.querySelector("img")?.parentElement;

/** The router's view transition carries the element of this name to the stage of `watch-page.module.css`, and back. */
function nameCarried(element: HTMLElement | null | undefined) {
  named?.style.removeProperty("view-transition-name");
  named = element;
  named?.style.setProperty("view-transition-name", "player");
}

/** For the root: a tapped cover becomes the player's stage, and the stage the small window or the cover on the way back. */
export function useCarriedCover() {
  const { pathname, search, state } = useLocation();
  const returned = useNavigationType() === "POP" || state?.reopens !== undefined;
  const code = pathname === "/videoinfo" ? codeIn(search) : null;
  const before = useRef(code);

  useEffect(() => {
    const note = ({ target }: MouseEvent) => {
      const link = (target as Element).closest<Link>(VIDEO_LINK);
      if (!link) return;
      tapped = { code: codeIn(link.search), picture: link.querySelector("img") };
      // where a stage is, the next stage takes its place; the link navigates after this
      afterPaint(() => nameCarried(code ? undefined : coverOf(link)));
    };
    document.addEventListener("click", note, true);
    return () => document.removeEventListener("click", note, true);
  }, [code]);

  // what was on the screen before is there at once; before a layout effect lets the browser begin to fade it in. There is no
  // root element yet where the error page gives way
  useInsertionEffect(() => {
    document.documentElement?.toggleAttribute("data-returned", returned);
    const carries = "startViewTransition" in document;
    document.documentElement?.toggleAttribute("data-cover-fades-in", !carries);
  });
  useCommitEffect(() => {
    const carried =
      before.current && !code ? (miniPlayer()?.miniWindow() ?? coverInSight(before.current)) : null;
    nameCarried(carried);
    before.current = code;
  }, [code]);
}

const coverInSight = (code: string) =>
  coverOf(
    [...document.querySelectorAll<Link>(VIDEO_LINK)].find((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return codeIn(link.search) === code && bottom > 0 && top < window.innerHeight;
    }),
  );

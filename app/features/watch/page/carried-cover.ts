import { useLocation, useNavigationType } from "@remix-run/react";
import { useEffect, useInsertionEffect, useRef } from "react";
import { useCommitEffect } from "../../../navigation/scroll-place.ts";
import { VIDEO_LINK } from "./prefetch-player.ts";

type Link = HTMLAnchorElement;

let tapped: { code: string | null; address: string } | undefined;
let named: HTMLElement | null | undefined;

const codeIn = (search: string) => new URLSearchParams(search).get("id");

/** The address of the cover that was tapped for this video. */
export const tappedCover = (code: string | null) =>
  (tapped?.code === code && tapped?.address) || "";

/** The router's view transition carries the cover of this name to the stage of `watch-page.module.css`, and back. */
function nameCover(link: Link | undefined) {
  named?.style.removeProperty("view-transition-name");
  named = link?.querySelector("img")?.parentElement;
  named?.style.setProperty("view-transition-name", "player");
}

/** For the root: a tapped cover becomes the player's stage, and the stage becomes the cover on the way back. */
export function useCarriedCover() {
  const { pathname, search, state } = useLocation();
  const returned = useNavigationType() === "POP" || state?.reopens !== undefined;
  const code = pathname === "/videoinfo" ? codeIn(search) : null;
  const before = useRef(code);

  useEffect(() => {
    const note = ({ target }: MouseEvent) => {
      const link = (target as Element).closest<Link>(VIDEO_LINK);
      if (!link) return;
      const address = link.querySelector("img")?.currentSrc ?? "";
      tapped = { code: codeIn(link.search), address };
      // where a stage is, the next stage takes its place
      nameCover(code ? undefined : link);
    };
    document.addEventListener("click", note, true);
    return () => document.removeEventListener("click", note, true);
  }, [code]);

  // what was on the screen before is there at once; before a layout effect lets the browser begin to fade it in. There is no
  // root element yet where the error page gives way
  useInsertionEffect(() => {
    document.documentElement?.toggleAttribute("data-returned", returned);
  });
  useCommitEffect(() => {
    nameCover(before.current && !code ? linkInSight(before.current) : undefined);
    before.current = code;
  }, [code]);
}

const linkInSight = (code: string) =>
  [...document.querySelectorAll<Link>(VIDEO_LINK)].find((link) => {
    const { top, bottom } = link.getBoundingClientRect();
    return codeIn(link.search) === code && bottom > 0 && top < window.innerHeight;
  });

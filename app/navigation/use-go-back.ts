import { useNavigate } from "@remix-run/react";
import { useCallback } from "react";
import { entryIndex } from "../remix/history.ts";

export function useGoBack(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const cameFromHere = entryIndex() > 0 || openedFromHere();
    const shared = new URLSearchParams(window.location.search).has("share");
    if (cameFromHere && !shared) navigate(-1);
    else navigate("/", { replace: true });
  }, [navigate]);
}

function openedFromHere(): boolean {
  const { referrer } = document;
  const { origin, href } = window.location;
  // a cashier's order is paid or cancelled by now: do not return to it
  const isPage = referrer.startsWith(`${origin}/`) && !referrer.startsWith(`${origin}/cashier/`);
  return window.history.length > 1 && isPage && referrer !== href;
}

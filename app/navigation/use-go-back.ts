import { useNavigate } from "@remix-run/react";
import { useCallback } from "react";
import { entryIndex } from "../remix/history.ts";

export function useGoBack(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const cameFromSite = entryIndex() > 0 || openedFromSite();
    const shared = new URLSearchParams(window.location.search).has("share");
    if (cameFromSite && !shared) navigate(-1);
    else navigate("/", { replace: true });
  }, [navigate]);
}

function openedFromSite(): boolean {
  const { referrer } = document;
  const { origin, href } = window.location;
  // never back to the cashier, whose order has been paid or cancelled
  const isPage = referrer.startsWith(`${origin}/`) && !referrer.startsWith(`${origin}/cashier/`);
  return window.history.length > 1 && isPage && referrer !== href;
}

import { useNavigate } from "@remix-run/react";
import { useCallback } from "react";

/** Leads back inside the site; to the home page for somebody who came from elsewhere, or by a shared link. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    // the router counts a document's entries in the history state
    const cameFromHere = Number(window.history.state?.idx) > 0 || openedFromHere();
    const shared = new URLSearchParams(window.location.search).has("share");
    if (cameFromHere && !shared) navigate(-1);
    else navigate("/", { replace: true });
  }, [navigate]);
}

/** A link that was tapped before the scripts ran has opened a document of its own. */
function openedFromHere(): boolean {
  const { referrer } = document;
  const { origin, href } = window.location;
  return window.history.length > 1 && referrer.startsWith(`${origin}/`) && referrer !== href;
}

import { useNavigate } from "@remix-run/react";
import { useCallback } from "react";

/** Leads back inside the site; to the home page for somebody who came from elsewhere, or by a shared link. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    // the router counts this visit's entries in the history state
    const cameFromHere = Number(window.history.state?.idx) > 0;
    const shared = new URLSearchParams(window.location.search).has("share");
    if (cameFromHere && !shared) navigate(-1);
    else navigate("/", { replace: true });
  }, [navigate]);
}

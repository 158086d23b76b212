import { useNavigate } from "@remix-run/react";
import { useCallback } from "react";

/** Leads back inside the site; to the home page for somebody who came from elsewhere. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    // the router counts this visit's entries in the history state
    const cameFromHere = Number(window.history.state?.idx) > 0;
    if (cameFromHere) navigate(-1);
    else navigate("/", { replace: true });
  }, [navigate]);
}

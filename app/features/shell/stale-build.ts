import { firstTimeInSession } from "../../hooks/once.ts";

/**
 * A part of the app that cannot be loaded belongs, as a rule, to a build that the server has replaced: the page is
 * loaded anew, once for each such part. What fails again then is shown as the error that it is.
 */
export function reloadOnStaleBuild() {
  window.addEventListener("vite:preloadError", (event) => {
    if (!firstTimeInSession(`reloaded for ${event.payload.message}`)) return;
    event.preventDefault();
    window.location.reload();
  });
}

import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { watchInstallOffer } from "./features/shell/install/install-offer.ts";
import { recoverMissingCode } from "./features/shell/missing-code.ts";
import { watchOverlayEntries } from "./navigation/overlay-entries.ts";

watchInstallOffer();
watchOverlayEntries();
recoverMissingCode();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

// the router does not handle the rejection of an aborted request
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError")
    event.preventDefault();
});

const registerWorker = () =>
  void import("./features/shell/register-worker.ts")
    .then((worker) => worker.registerWorker())
    .catch(() => undefined);

// in development, files change without changing their names
if (import.meta.env.PROD) {
  if (document.readyState === "complete") registerWorker();
  else window.addEventListener("load", registerWorker);
}

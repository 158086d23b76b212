import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { watchInstallOffer } from "./features/shell/install/install-offer.ts";
import { recoverMissingCode } from "./features/shell/missing-code.ts";
import { registerWorker } from "./features/shell/register-worker.ts";
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

// in development, files change without changing their names
if (import.meta.env.PROD) registerWorker();

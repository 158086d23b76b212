import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { watchInstallOffer } from "./features/shell/install/install-offer.ts";
import { watchOverlayEntries } from "./navigation/overlay-entries.ts";

watchInstallOffer();
watchOverlayEntries();

void hydrate();

/**
 * Remix's first render throws a promise until the page's data are decoded. When a tap makes React hydrate at once, there
 * is no boundary to wait in: it throws error 345 and never hydrates the page. So the promise is waited for before.
 */
async function hydrate() {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
  // by the document's first script, when another page is on its way
  if (document.documentElement.dataset.left) return;
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });
}

// the router does not handle the rejection of an aborted request, nor that of a view transition which is skipped because
// the page was late
window.addEventListener("unhandledrejection", (event) => {
  if (/^(Abort|Timeout)Error$/.test(event.reason?.name)) event.preventDefault();
});

const registerWorker = () =>
  void import("./features/shell/register-worker.ts")
    .then(({ recoverMissingCode, registerWorker }) => {
      recoverMissingCode();
      return registerWorker();
    })
    .catch(() => undefined);

// in development, files change without changing their names
if (import.meta.env.PROD) {
  if (document.readyState === "complete") registerWorker();
  else window.addEventListener("load", registerWorker);
}

import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { watchInstallOffer } from "./features/shell/install/install-offer.ts";
import { watchOverlayEntries } from "./navigation/overlay-entries.ts";

watchInstallOffer();
watchOverlayEntries();

void hydrate();

// Waits for the page's data to be decoded. While Remix suspends on it, a tap would make React hydrate
// outside of any boundary, which throws error 345 and never recovers.
async function hydrate() {
  try {
    RemixBrowser({}); // called outside React, it throws the promise that it would suspend on
  } catch (dataDecoded) {
    await dataDecoded;
  }
  // set by the first script, which is reloading the page
  if (document.documentElement.dataset.reloading) return;
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });
}

// the router leaves rejections of aborted requests and of skipped view transitions unhandled
window.addEventListener("unhandledrejection", (event) => {
  if (/^(Abort|Timeout)Error$/.test(event.reason?.name)) event.preventDefault();
});

const registerWorker = () =>
  void import("./features/shell/register-worker.ts")
    .then(({ registerWorker }) => registerWorker())
    .catch(() => undefined);

if (import.meta.env.PROD) {
  if (document.readyState === "complete") registerWorker();
  else window.addEventListener("load", registerWorker);
}

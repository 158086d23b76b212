import { useEffect } from "react";
import { pageColours } from "../styles/page-colours.ts";
import { deviceStorage } from "./storage.ts";

/** The document's inline script runs it, too: it uses nothing from outside itself. */
function applyTheme(theme: string, colours: Record<string, string>) {
  const root = document.documentElement;
  if (theme in colours) root.dataset.theme = theme;
  else delete root.dataset.theme;
  // the browser's own bars
  for (const [scheme, colour] of Object.entries(colours))
    document
      .querySelector(`meta[name="theme-color"][media$=" ${scheme})"]`)
      ?.setAttribute("content", colours[theme] ?? colour);
}

function themeScript(): string {
  const values = `JSON.parse(localStorage.getItem("theme")),${JSON.stringify(pageColours)}`;
  return `try{(${applyTheme})(${values})}catch{}`;
}

/**
 * The colour scheme that the viewer has chosen for this device. Documents are the same for everybody, so the head's
 * script applies it before anything is painted; without scripts, and unless chosen, the system's counts.
 */
export function Theme({ nonce }: { nonce: string | undefined }) {
  useEffect(() => {
    const apply = () => applyTheme(deviceStorage.read("theme"), pageColours);
    // a document that React has rendered anew is without it
    apply();
    return deviceStorage.subscribe(apply);
  }, []);
  // on the server only, so that the browser's code is without it
  const script = import.meta.env.SSR && nonce ? themeScript() : "";
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own function, and colours
      dangerouslySetInnerHTML={{ __html: script }}
    />
  );
}

import { useContext } from "react";
import { DocumentContext } from "./document-context.ts";

const MARK = "data-of-this-page";
const held = typeof document === "undefined" ? undefined : stylesHere();

/** With the nonce, which only properties tell: a document that is drawn anew after a failure needs it again. */
function stylesHere() {
  const element = document.querySelector<HTMLStyleElement>(`style[${MARK}]`);
  return element ? { styles: element.innerHTML, nonce: element.nonce } : undefined;
}

/** The styles of the first page, which stay; those of other pages are linked to by Remix. */
export function DocumentStyles() {
  const { styles, nonce } = useContext(DocumentContext) ?? held ?? {};
  if (!styles) return null;
  return (
    <style
      {...{ [MARK]: "" }}
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: built files
      dangerouslySetInnerHTML={{ __html: styles }}
    />
  );
}

/** What the document holds is not linked to again, also not by other routes that share it. */
export function forgetHeldStyles() {
  if (!held) return;
  const { routes } = window.__remixManifest;
  const there = new Set(
    Object.keys(window.__remixRouteModules).flatMap((id) => routes[id]?.css ?? []),
  );
  for (const route of Object.values(routes))
    route.css = route.css?.filter((address) => !there.has(address));
}

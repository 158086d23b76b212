import { useContext } from "react";
import { DocumentContext } from "./document-context.ts";

const MARK = "data-of-this-page";
const held =
  typeof document === "undefined" ? undefined : document.querySelector(`style[${MARK}]`)?.innerHTML;

/** The styles of the first page, which stay; those of other pages are linked to by Remix. */
export function DocumentStyles() {
  const server = useContext(DocumentContext);
  const styles = server?.styles ?? held;
  if (!styles) return null;
  return (
    <style
      {...{ [MARK]: "" }}
      nonce={server?.nonce}
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

import { Links, useLocation } from "@remix-run/react";
import { useContext } from "react";
import { ServerDocumentContext } from "./server-document.ts";

/*
 * Deviation from stock Remix: the styles of a document's own routes stand in it, and not in files of their own, which
 * a phone would ask for before its first paint (FIGURE). No longer needed when `<Links>` can do so
 * itself: `document-styles.test.ts`.
 */

const MARK = "data-document-styles";
const held = typeof document === "undefined" ? undefined : heldByDocument();
/** The router's key of the entry that the document was loaded for. */
const ownKey = typeof window === "undefined" ? "" : (window.history.state?.key ?? "default");

/** Read once: a document that is drawn anew after an error needs the text and the nonce again. */
function heldByDocument() {
  const element = document.querySelector<HTMLStyleElement>(`style[${MARK}]`);
  return element ? { styles: element.innerHTML, nonce: element.nonce } : undefined;
}

/** The styles of the document's routes; of pages that are opened from it later, Remix's links to their files. */
export function DocumentStyles() {
  const { styles, nonce } = useContext(ServerDocumentContext) ?? held ?? {};
  const { key } = useLocation();
  if (!styles) return <Links />;
  const isOwnPage = typeof document === "undefined" || key === ownKey;
  return (
    <>
      <style
        {...{ [MARK]: "" }}
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: built files
        dangerouslySetInnerHTML={{ __html: styles }}
      />
      {!isOwnPage && <Links />}
    </>
  );
}

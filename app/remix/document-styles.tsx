import { Links } from "@remix-run/react";
import { useContext, useEffect, useState } from "react";
import { ServerDocumentContext } from "./server-document.ts";

/*
 * Deviation from stock Remix: the styles of a document's own routes stand in it, and not in files of their own, which
 * a phone would ask for before its first paint (FIGURE). No longer needed when `<Links>` can do so
 * itself: `document-styles.test.ts`.
 */

const MARK = "data-document-styles";
const held = typeof document === "undefined" ? undefined : heldByDocument();
/** Read once: a document that is drawn anew after an error needs the text and the nonce again. */
function heldByDocument() {
  const element = document.querySelector<HTMLStyleElement>(`style[${MARK}]`);
  return element ? { styles: element.innerHTML, nonce: element.nonce } : undefined;
}

/** The styles of the document's routes, and Remix's links to their files and those of later pages once scripts run. */
export function DocumentStyles() {
  const { styles, nonce } = useContext(ServerDocumentContext) ?? held ?? {};
  const [linked, setLinked] = useState(false);
  useEffect(() => setLinked(true), []);
  return (
    <>
      {styles && (
        <style
          {...{ [MARK]: "" }}
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: built files
          dangerouslySetInnerHTML={{ __html: styles }}
        />
      )}
      {(linked || !styles) && <Links />}
    </>
  );
}

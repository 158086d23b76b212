import { Links } from "@remix-run/react";
import { createContext, useContext, useEffect, useState } from "react";

export interface ServerDocument {
  nonce: string; // for inline scripts and styles; browsers hide it from scripts
  styles: string; // built styles of the document's routes; "" in development
  icons: string;
  firstScript: string; // runs before the first paint
}

export const ServerDocumentContext = createContext<ServerDocument | undefined>(undefined);

const ICONS = "icon-sheet";
const documentIcons = import.meta.env.SSR ? "" : document.getElementById(ICONS)?.innerHTML;

/** Inlined at the end of the document: a file would be fetched between the first paint and the first picture. */
export const IconSheet = () => (
  <div
    id={ICONS}
    hidden
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own icons
    dangerouslySetInnerHTML={{
      __html: useContext(ServerDocumentContext)?.icons ?? documentIcons ?? "",
    }}
  />
);

/*
 * Deviation from stock Remix, 2026-11-22: as files linked by `<Links>`, styles delay the first
 * paint by one more round trip. Remove this once `tests/request/http/shell.test.ts` passes with
 * `<Links>` alone.
 */

const MARK = "data-document-styles";
const documentStyles = import.meta.env.SSR ? undefined : stylesInDocument();

/** Read once: a document that is rendered again after an error needs the same text and nonce. */
function stylesInDocument() {
  const element = document.querySelector<HTMLStyleElement>(`style[${MARK}]`);
  return element ? { styles: element.innerHTML, nonce: element.nonce } : undefined;
}

export function DocumentStyles() {
  const { styles, nonce } = useContext(ServerDocumentContext) ?? documentStyles ?? {};
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

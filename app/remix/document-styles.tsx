import { Links } from "@remix-run/react";
import { useContext, useEffect, useState } from "react";
import { ServerDocumentContext } from "./server-document.ts";

/*
 * Deviation from stock Remix, 2026-11-22: a document inlines the styles of its routes. As files linked by `<Links>`
 * they delay the home page's first paint by one more round trip, 150 ms of some 400 on a slow line. Goes when the
 * first-paint test in `tests/request/http/shell.test.ts` passes with `<Links>` alone.
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

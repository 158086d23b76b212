import { Links } from "@remix-run/react";
import { useContext, useEffect, useState } from "react";
import { ServerDocumentContext } from "./server-document.ts";

/*
 * Deviation from stock Remix, 2026-11-22: the styles of a document's own routes stand in it. As the files that `<Links>`
 * links to, the home page's would keep its first paint waiting for one more round trip, 150 ms of some 400 on a slow
 * line. It goes when the test of a first paint in `tests/request/http/shell.test.ts` passes with `<Links>` alone.
 */

const MARK = "data-document-styles";
const documentStyles = import.meta.env.SSR ? undefined : stylesInDocument();

/** Read once: a document rendered again after an error needs text and nonce again. */
function stylesInDocument() {
  const element = document.querySelector<HTMLStyleElement>(`style[${MARK}]`);
  return element ? { styles: element.innerHTML, nonce: element.nonce } : undefined;
}

/** Inlined styles; once scripts run, Remix's links to the files. */
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

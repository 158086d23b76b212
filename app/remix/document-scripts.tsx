import { Scripts } from "@remix-run/react";
import { useContext, useEffect } from "react";
import { DocumentContext } from "./document-context.ts";

/** What looks after the app's scripts from the document's beginning on. */
export const DocumentStart = () => <ServerScript text={useContext(DocumentContext)?.start} />;

/** The app's scripts. While developing, Remix's own, which know how to reload. */
export function DocumentScripts() {
  const server = useContext(DocumentContext);
  useEffect(() => {
    performance.mark("hydrated");
    window.dispatchEvent(new Event("hydrated"));
  }, []);
  if (import.meta.env.DEV) return <Scripts nonce={server?.nonce} />;
  return <ServerScript text={server?.receiver} />;
}

/** Written by the server; the browser finds its work done. */
const ServerScript = ({ text = "" }: { text: string | undefined }) => (
  <script
    nonce={useContext(DocumentContext)?.nonce}
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own
    dangerouslySetInnerHTML={{ __html: text }}
  />
);

import { Scripts } from "@remix-run/react";
import { useContext, useEffect } from "react";
import { DocumentContext } from "./document-context.ts";

/** The app's scripts. While developing, Remix's own, which know how to reload. */
export function DocumentScripts() {
  const server = useContext(DocumentContext);
  useEffect(() => {
    performance.mark("hydrated");
    window.dispatchEvent(new Event("hydrated"));
  }, []);
  if (import.meta.env.DEV) return <Scripts nonce={server?.nonce} />;
  return (
    <script
      nonce={server?.nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own
      dangerouslySetInnerHTML={{ __html: server?.start ?? "" }}
    />
  );
}

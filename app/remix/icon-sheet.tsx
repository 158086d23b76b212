import { useContext } from "react";
import { ServerDocumentContext } from "./server-document.ts";

const ID = "icon-sheet";
const documentIcons = import.meta.env.SSR ? "" : document.getElementById(ID)?.innerHTML;

/** Inlined at the end of the document: as a file it would be fetched between first paint and first picture. */
export const IconSheet = () => (
  <div
    id={ID}
    hidden
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own icons
    dangerouslySetInnerHTML={{
      __html: useContext(ServerDocumentContext)?.icons ?? documentIcons ?? "",
    }}
  />
);

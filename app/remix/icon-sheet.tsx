import { useContext } from "react";
import { ServerDocumentContext } from "./server-document.ts";

const ID = "icon-sheet";
const held = typeof document === "undefined" ? "" : document.getElementById(ID)?.innerHTML;

/**
 * The drawings that icons name, which stay as the server wrote them: a file of their own would be fetched, parsed and
 * laid out between the first paint and the first picture. Below the page, which does not wait for them.
 */
export const IconSheet = () => (
  <div
    id={ID}
    hidden
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the app's own drawings
    dangerouslySetInnerHTML={{ __html: useContext(ServerDocumentContext)?.icons ?? held ?? "" }}
  />
);

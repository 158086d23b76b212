import { Scripts } from "@remix-run/react";
import { useContext } from "react";
import { DocumentContext } from "../../app/document/document-context.ts";

/** The app's scripts as the stock template asks for them. */
export function DocumentScripts() {
  return <Scripts nonce={useContext(DocumentContext)?.nonce} />;
}

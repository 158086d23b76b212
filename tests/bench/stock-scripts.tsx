import { Scripts } from "@remix-run/react";
import { useContext, useEffect } from "react";
import { DocumentContext } from "../../app/remix/document-context.ts";

export const DocumentStart = () => null;

/** The app's scripts as the stock template asks for them, and the mark that benchmarks wait for. */
export function DocumentScripts() {
  useEffect(() => {
    performance.mark("hydrated");
  }, []);
  return <Scripts nonce={useContext(DocumentContext)?.nonce} />;
}

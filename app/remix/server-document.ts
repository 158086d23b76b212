import { createContext } from "react";

/** Server only; undefined in the browser. */
export interface ServerDocument {
  /** The nonce of inline scripts and styles; browsers hide it from scripts. */
  nonce: string;
  /** The built styles of the document's routes; "" in development. */
  styles: string;
  icons: string;
  /** Runs before the first paint. */
  firstScript: string;
}

export const ServerDocumentContext = createContext<ServerDocument | undefined>(undefined);

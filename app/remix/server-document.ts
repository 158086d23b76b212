import { createContext } from "react";

/** What only the server has for a document; in the browser there is none of it. */
export interface ServerDocument {
  /** Allows the document's inline scripts and styles; browsers hide it from scripts. */
  nonce: string;
  /** The built styles of the document's routes; "" while Vite serves them. */
  styles: string;
  /** The text of `icons.svg`. */
  icons: string;
}

export const ServerDocumentContext = createContext<ServerDocument | undefined>(undefined);

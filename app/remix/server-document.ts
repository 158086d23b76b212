import { createContext } from "react";

/** Server only; undefined in the browser. */
export interface ServerDocument {
  nonce: string; // of inline scripts and styles; browsers hide it from scripts
  styles: string; // built styles of the document's routes; "" in development
  icons: string;
  firstScript: string; // runs before the first paint
}

export const ServerDocumentContext = createContext<ServerDocument | undefined>(undefined);

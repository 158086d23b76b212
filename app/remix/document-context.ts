import { createContext } from "react";

/** What only the server knows of a document: browsers hide the nonce, and the rest has done its work by then. */
export interface ServerDocument {
  /** The content security policy's. */
  nonce: string;
  /** The styles of the page's routes. */
  styles: string;
  /** The file with the drawings of all icons. */
  icons: string;
  /** The script that starts all others. */
  start: string;
  /** The script that takes in the page's data. */
  receiver: string;
}

export const DocumentContext = createContext<ServerDocument | undefined>(undefined);

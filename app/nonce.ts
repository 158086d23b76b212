import { createContext } from "react";

/** The content security policy's nonce. Only the server knows it: browsers hide it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);

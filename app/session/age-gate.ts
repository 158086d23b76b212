import { createContext, useContext } from "react";

/** Told by the shell: whether nothing stands between the visitor and the page any more. */
export const Admitted = createContext(true);

/** What opens by itself waits for this. */
export const useAdmitted = () => useContext(Admitted);

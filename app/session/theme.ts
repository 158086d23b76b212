import { useEffect } from "react";
import { showTheme } from "../styles/page-colours.ts";
import { deviceStorage } from "./storage.ts";

/**
 * The colour scheme that the viewer has chosen for this device. Documents are the same for everybody, so the head's
 * script (`first-script.ts`) applies it before anything is painted; without scripts, and unless chosen, the system's counts.
 */
export const useTheme = () =>
  useEffect(() => {
    const apply = () => showTheme(deviceStorage.read("theme"));
    // a document that React has rendered again is without it
    apply();
    return deviceStorage.subscribe(apply);
  }, []);

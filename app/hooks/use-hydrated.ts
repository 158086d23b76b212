import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether scripts run here: false in the server's picture and until it is taken over, true from then on. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

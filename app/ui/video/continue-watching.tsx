import { useLocation } from "@remix-run/react";
import { type ComponentType, useEffect, useState } from "react";
import styles from "./continue-watching.module.css";

const fetchShelf = async () => (await import("./continue/continue-shelf.tsx")).ContinueShelf;

/**
 * The shelf of what to continue, and until it is there its place. Whether there is something to continue was marked on the
 * document before this page was shown, by its first script or by `continue/use-continue-mark.ts`.
 */
export function ContinueWatching() {
  const [Shelf, setShelf] = useState<ComponentType>();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is marked anew
  useEffect(() => {
    if (!document.documentElement.hasAttribute("data-continues")) return;
    fetchShelf().then(
      (shelf) => setShelf(() => shelf),
      () => undefined,
    );
  }, [key]);
  return (
    <div className={styles.place} data-continue-place="">
      {Shelf ? <Shelf /> : <div className={styles.waiting} />}
    </div>
  );
}

import { useLocation } from "@remix-run/react";
import { type ComponentType, useEffect, useState } from "react";
import styles from "./continue-watching.module.css";

const fetchShelf = async () => (await import("./continue-shelf.tsx")).ContinueShelf;

/** `data-can-continue` on `<html>` is set before the page is painted, by the first script or `continue/watched-videos.ts`. */
export function ContinueWatching() {
  const [Shelf, setShelf] = useState<ComponentType>();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks again on each page
  useEffect(() => {
    if (!document.documentElement.hasAttribute("data-can-continue")) return;
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

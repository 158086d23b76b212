/** The tab's mark in `sessionStorage`, which ends with the tab, and its lock, which the service worker sees. */
export const INCOGNITO = "incognito";

/** In an incognito tab nothing is stored: changed values are kept in memory until the document unloads. */
export function isIncognito(): boolean {
  try {
    return sessionStorage.getItem(INCOGNITO) !== null;
  } catch {
    return false;
  }
}

/** Loads the document again, without what the other mode has in memory. Throws if storage is blocked. */
export function setIncognito(on: boolean) {
  if (on) sessionStorage.setItem(INCOGNITO, "1");
  else sessionStorage.removeItem(INCOGNITO);
  location.reload();
}

/** The tab's mark in `sessionStorage`, which browsers delete with the tab. */
const MARK = "incognito";

/** In an incognito tab nothing is stored: changed values are kept in memory until the document unloads. */
export function isIncognito(): boolean {
  try {
    return sessionStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}

/** Loads the document again, without what the other mode has in memory. Throws if storage is blocked. */
export function setIncognito(on: boolean) {
  if (on) sessionStorage.setItem(MARK, "1");
  else sessionStorage.removeItem(MARK);
  location.reload();
}

/** The service worker cannot read the mark, but it can see this lock. */
export const INCOGNITO_LOCK = MARK;

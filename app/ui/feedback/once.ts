/**
 * Whether something happens for the first time since this tab was opened; from then on it has happened. Where
 * nothing can be kept it counts as having happened, so that nobody is bothered on every page.
 */
export function firstTimeInSession(name: string): boolean {
  try {
    if (sessionStorage.getItem(name) !== null) return false;
    sessionStorage.setItem(name, "1");
    return true;
  } catch {
    return false;
  }
}

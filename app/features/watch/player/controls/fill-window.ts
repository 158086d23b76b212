/** What stays in use: sheets that are opened from the player, and what is only said. */
const EXEMPT = "dialog, [aria-live], [role=status], [role=alert], script, style, link";

/**
 * Keeps the page behind a player that fills the window out of reach of fingers, keys and screen readers, and lets Escape
 * leave. Returns what undoes it.
 */
export function fillWindow(stage: HTMLElement, leave: () => void): () => void {
  const lifetime = new AbortController();
  const behind: Element[] = [];
  for (let part: Element = stage; part.parentElement; part = part.parentElement) {
    for (const sibling of part.parentElement.children)
      if (sibling !== part && !sibling.matches(EXEMPT) && !sibling.hasAttribute("inert"))
        behind.push(sibling);
  }
  for (const element of behind) element.setAttribute("inert", "");
  // seen before a menu closes by the same key
  window.addEventListener(
    "keydown",
    ({ key }) => {
      if (key === "Escape" && !document.querySelector("dialog:modal, [role=menu]")) leave();
    },
    { capture: true, signal: lifetime.signal },
  );
  return () => {
    lifetime.abort();
    for (const element of behind) element.removeAttribute("inert");
  };
}

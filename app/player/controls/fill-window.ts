/** Not made inert: sheets opened from the player, and live regions. */
const EXEMPT = "dialog, [aria-live], [role=status], [role=alert], script, style, link";

export function fillWindow(stage: HTMLElement, leave: () => void, signal: AbortSignal) {
  const behind: Element[] = [];
  for (let part: Element = stage; part.parentElement; part = part.parentElement) {
    for (const sibling of part.parentElement.children)
      if (sibling !== part && !sibling.matches(EXEMPT) && !sibling.hasAttribute("inert"))
        behind.push(sibling);
  }
  for (const element of behind) element.setAttribute("inert", "");
  // in the capture phase, before the same key closes a menu
  window.addEventListener(
    "keydown",
    ({ key }) => {
      if (key === "Escape" && !document.querySelector("dialog:modal, [role=menu]")) leave();
    },
    { capture: true, signal },
  );
  signal.addEventListener("abort", () => {
    for (const element of behind) element.removeAttribute("inert");
  });
}

import type { Page } from "playwright/test";

/** For a page's beginning: notes what moves without the visitor's doing. */
export const watchShifts = `
  window.shifts = [];
  const place = ({ x, y, width, height }) => [x, y, width, height].join(" ");
  const move = ({ node, previousRect, currentRect }) =>
    [place(previousRect), place(currentRect), (node?.outerHTML ?? node?.textContent)?.slice(0, 80)].join(" > ");
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) shifts.push({ value, moved: sources.map(move) });
  }).observe({ type: "layout-shift", buffered: true });
`;

export const shifts = (page: Page) =>
  page.evaluate<{ value: number; moved: string[] }[]>("shifts.filter(({ value }) => value > 0)");

import type { Page } from "playwright/test";

/** For a page's beginning: notes what moves without the visitor's doing. */
export const watchShifts = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push({ value, moved: sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.nodeName) });
  }).observe({ type: "layout-shift", buffered: true });
`;

export const shifts = (page: Page) =>
  page.evaluate<{ value: number; moved: string[] }[]>("shifts.filter(({ value }) => value > 0)");

/** How a link of the site wants to be followed. */
export interface Way {
  /** Takes the place of the page that it leads away from. */
  replace?: boolean;
  preventScrollReset?: boolean;
  /**
   * What it leads to is fetched ahead when a pointer announces it; `press`: not while a mouse only passes over it,
   * because it is dear; `none`: it is there already.
   */
  prefetch?: "press" | "none";
}

/** The attribute `data-way`, which every link of the site carries. */
export const wayMark = ({ replace, preventScrollReset, prefetch }: Way) =>
  replace || preventScrollReset
    ? [replace && "replace", preventScrollReset && "stay", prefetch].filter(Boolean).join(" ")
    : (prefetch ?? "");

export function wayIn(mark = ""): Way {
  const said = mark.split(" ");
  return {
    replace: said.includes("replace"),
    preventScrollReset: said.includes("stay"),
    prefetch: (["press", "none"] as const).find((word) => said.includes(word)),
  };
}

type Click = Pick<
  MouseEvent,
  "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey" | "defaultPrevented"
>;
type Anchor = Pick<HTMLAnchorElement, "href" | "target"> & {
  hasAttribute(name: string): boolean;
};

/** Whether a click asks for the page in this place, and not for a window, a file or nothing at all. */
export function isFollowed(click: Click, anchor: Anchor, origin: string): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = click;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || defaultPrevented) return false;
  if (anchor.hasAttribute("download") || !/^(_self)?$/.test(anchor.target)) return false;
  return new URL(anchor.href).origin === origin;
}

/** The link of the site that an event is about. */
export const linkAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-way]") : null;

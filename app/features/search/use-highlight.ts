import { type RefObject, useEffect } from "react";

/** The card's name without the numbers on its cover. */
const NAMES = 'a[href^="/videoinfo"] > :last-child';

/** Keeps characters whose lower case is longer, so that offsets stay valid. */
const inSmall = (text: string) =>
  text.replace(/./gu, (sign) =>
    sign.toLowerCase().length === sign.length ? sign.toLowerCase() : sign,
  );

function* rangesOf(term: string, root: HTMLElement): Generator<Range> {
  for (const name of root.querySelectorAll(NAMES)) {
    const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const content = inSmall(text.textContent ?? "");
      let at = content.indexOf(term);
      while (at >= 0) {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + term.length);
        yield range;
        at = content.indexOf(term, at + term.length);
      }
    }
  }
}

export function useHighlight(list: RefObject<HTMLElement>, term: string) {
  useEffect(() => {
    const root = list.current;
    if (!term || !root || !("highlights" in CSS)) return;
    const mark = () => CSS.highlights.set("term", new Highlight(...rangesOf(inSmall(term), root)));
    const growth = new MutationObserver(mark);
    growth.observe(root, { childList: true, subtree: true });
    mark();
    return () => {
      growth.disconnect();
      CSS.highlights.delete("term");
    };
  }, [list, term]);
}

import { useLocation } from "@remix-run/react";
import { useRef } from "react";
import { saveInEntry, useSavedInEntry } from "../../../navigation/history-entry.ts";
import { useCommitEffect } from "../../../navigation/scroll-place.ts";
import { optionalBoolean } from "../../../session/storage-fields.ts";
import { hasVideosToContinue, useMemberHistory, useReopenedVideo } from "./watched-videos.ts";

const MARK = "data-continues";

const place = () => document.querySelector("[data-continue-place]");
const isMarked = () => document.documentElement.hasAttribute(MARK);
const setMark = (on: boolean) => document.documentElement.toggleAttribute(MARK, on);

/** Before a page is painted: what is found later waits for the next page, so that nothing moves. */
export function useContinueMark() {
  const { key } = useLocation();
  const saved = useSavedInEntry();
  const marked = useRef(key);
  useMemberHistory();
  useReopenedVideo();

  useCommitEffect(() => {
    // the first script has already marked its page
    if (marked.current !== key) setMark(saved(MARK, optionalBoolean) ?? hasVideosToContinue());
    marked.current = key;
    if (place()) saveInEntry(key, MARK, isMarked(), true);
  }, [key]);
}

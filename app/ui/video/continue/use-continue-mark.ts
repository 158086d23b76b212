import { useLocation } from "@remix-run/react";
import { useRef } from "react";
import { saveInEntry, useSavedInEntry } from "../../../navigation/history-entry.ts";
import { useCommitEffect } from "../../../navigation/scroll-place.ts";
import { choice } from "../../../session/storage-fields.ts";
import { isAnythingLeft, useRecords, useReopenedVideo } from "./watched-videos.ts";

const MARK = "data-continues";

const place = () => document.querySelector("[data-continue-place]");
const isMarked = () => document.documentElement.hasAttribute(MARK);
const setMark = (on: boolean) => document.documentElement.toggleAttribute(MARK, on);

/**
 * Marks the document when there is something to continue, before a page is painted: what is found while the shelf's place is
 * on the screen waits for the next page, so that nothing moves. A page that is returned to is as it was left.
 */
export function useContinueMark() {
  const { key } = useLocation();
  const saved = useSavedInEntry();
  const marked = useRef(key);
  useRecords();
  useReopenedVideo();

  useCommitEffect(() => {
    // the document's first script has marked its own page
    if (marked.current !== key) setMark(saved(MARK, choice) ?? isAnythingLeft());
    marked.current = key;
    if (place()) saveInEntry(key, MARK, isMarked(), true);
  }, [key]);
}

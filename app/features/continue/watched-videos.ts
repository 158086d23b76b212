import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { VideoCardData } from "../../../server/domain/cards.ts";
import { videoCodeOf } from "../../addresses.ts";
import { videosToContinue } from "../../device/before-first-paint.ts";
import {
  deviceStorage,
  tabStorage,
  useDeviceStorage,
  useTabStorage,
} from "../../device/storage.ts";
import { optionalBoolean } from "../../device/storage-fields.ts";
import { saveInEntry, useSavedInEntry } from "../../navigation/history-entry.ts";
import { useMember } from "../../session/member.ts";
import { useCommitEffect } from "../../ui/paint.ts";

export const useVideosToContinue = () =>
  videosToContinue({
    videoHistory: useDeviceStorage("videoHistory"),
    knownVideos: useDeviceStorage("knownVideos"),
    removedHistory: useDeviceStorage("removedHistory"),
    recordedVideos: useTabStorage("recordedVideos"),
  });

const hasVideosToContinue = () =>
  videosToContinue({
    videoHistory: deviceStorage.read("videoHistory"),
    knownVideos: deviceStorage.read("knownVideos"),
    removedHistory: deviceStorage.read("removedHistory"),
    recordedVideos: tabStorage.read("recordedVideos"),
  }).length > 0;

/** Fills in the hidden-section flag of videos stored before that flag existed. */
export function useHiddenSectionMarks(codes: readonly string[]) {
  const joined = codes.join();
  useEffect(() => {
    if (joined === "") return;
    const asked = joined.split(",");
    void fetchVideos(asked).then((found) => {
      if (!found) return;
      const shown = new Set(found.map(({ code }) => code));
      deviceStorage.update("knownVideos", (videos) =>
        videos.map((video) =>
          asked.includes(video.code) ? { ...video, hidden: !shown.has(video.code) } : video,
        ),
      );
    });
  }, [joined]);
}

function useReopenedVideo() {
  const opened = videoCodeOf(useLocation());
  useEffect(() => {
    if (opened === null) return;
    deviceStorage.update("removedHistory", (codes) => codes.filter((code) => code !== opened));
  }, [opened]);
}

function useMemberHistory() {
  const loggedIn = useMember()?.loggedIn === true;
  useEffect(() => {
    if (!loggedIn || deviceStorage.read("videoHistory").length > 0) return;
    if (tabStorage.read("recordedVideos") !== null) return;
    void fetchVideos([]).then((found) => found && tabStorage.update("recordedVideos", () => found));
  }, [loggedIn]);
}

async function fetchVideos(codes: readonly string[]): Promise<VideoCardData[] | undefined> {
  const query = new URLSearchParams(codes.map((code) => ["video", code]));
  const answer = await fetch(`/continue?${query}`).catch(() => undefined);
  return answer?.ok ? answer.json().catch(() => undefined) : undefined;
}

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

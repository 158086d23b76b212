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

export const readHistory = () => ({
  videoHistory: deviceStorage.read("videoHistory"),
  knownVideos: deviceStorage.read("knownVideos"),
  removedHistory: deviceStorage.read("removedHistory"),
});

const hasVideosToContinue = () =>
  videosToContinue({ ...readHistory(), recordedVideos: tabStorage.read("recordedVideos") }).length >
  0;

/** Fills in the `hidden` flag of videos stored before that flag existed: the server omits hidden-section videos. */
export function useFillHiddenFlags(codes: readonly string[]) {
  const joined = codes.join();
  useEffect(() => {
    if (joined === "") return;
    const requested = joined.split(",");
    void fetchVideos(requested).then((found) => {
      if (!found) return;
      const returned = new Set(found.map(({ code }) => code));
      deviceStorage.update("knownVideos", (videos) =>
        videos.map((video) =>
          requested.includes(video.code) ? { ...video, hidden: !returned.has(video.code) } : video,
        ),
      );
    });
  }, [joined]);
}

function useRestoreOpenedVideo() {
  const opened = videoCodeOf(useLocation());
  useEffect(() => {
    if (opened === null) return;
    deviceStorage.update("removedHistory", (codes) => codes.filter((code) => code !== opened));
  }, [opened]);
}

function useLoadMemberHistory() {
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

const CAN_CONTINUE = "data-can-continue";

const findShelf = () => document.querySelector("[data-continue-place]");
const canContinue = () => document.documentElement.hasAttribute(CAN_CONTINUE);
const setCanContinue = (on: boolean) => document.documentElement.toggleAttribute(CAN_CONTINUE, on);

/** Sets the flag before a page is painted. Videos found later show on the next page, so that the layout does not shift. */
export function useSetCanContinue() {
  const { key } = useLocation();
  const saved = useSavedInEntry();
  const lastKey = useRef(key);
  useLoadMemberHistory();
  useRestoreOpenedVideo();

  useCommitEffect(() => {
    // on the first page of a document, the first script has set the flag
    if (lastKey.current !== key)
      setCanContinue(saved(CAN_CONTINUE, optionalBoolean) ?? hasVideosToContinue());
    lastKey.current = key;
    if (findShelf()) saveInEntry(key, CAN_CONTINUE, canContinue(), true);
  }, [key]);
}

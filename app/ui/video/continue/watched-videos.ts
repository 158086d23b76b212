import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import type { VideoCardData } from "../../../../server/domain/cards.ts";
import { videoCodeOf } from "../../../navigation/addresses.ts";
import { videosToContinue } from "../../../session/before-first-paint.ts";
import { useMember } from "../../../session/member.ts";
import {
  deviceStorage,
  tabStorage,
  useDeviceStorage,
  useTabStorage,
} from "../../../session/storage.ts";

export const useVideosToContinue = () =>
  videosToContinue({
    videoHistory: useDeviceStorage("videoHistory"),
    knownVideos: useDeviceStorage("knownVideos"),
    removedHistory: useDeviceStorage("removedHistory"),
    recordedVideos: useTabStorage("recordedVideos"),
  });

export const hasVideosToContinue = () =>
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

export function useReopenedVideo() {
  const opened = videoCodeOf(useLocation());
  useEffect(() => {
    if (opened === null) return;
    deviceStorage.update("removedHistory", (codes) => codes.filter((code) => code !== opened));
  }, [opened]);
}

export function useMemberHistory() {
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

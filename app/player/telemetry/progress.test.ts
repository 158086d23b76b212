import { beforeEach, expect, test, vi } from "vitest";
import { followProgress } from "./progress.ts";

const sent: string[] = [];
beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("navigator", {
    sendBeacon: (_address: string, body: URLSearchParams) => sent.push(String(body)),
  });
});

test("playback before the video is known is not reported", () => {
  const video = Object.assign(new EventTarget(), { seeking: false, paused: false, currentTime: 1 });
  const { signal } = new AbortController();
  const progress = followProgress(video as unknown as HTMLVideoElement, () => 60, signal, false);
  video.dispatchEvent(new Event("timeupdate"));
  progress.begin("100301/0/0");
  expect(sent).toEqual([]);
  video.dispatchEvent(new Event("timeupdate"));
  progress.save();
  expect(sent).toEqual(["video=100301&seconds=1"]);
});

test("what is only heard in the background is not reported, also of an episode that begins there", () => {
  const video = Object.assign(new EventTarget(), { seeking: false, paused: false, currentTime: 8 });
  const { signal } = new AbortController();
  const progress = followProgress(video as unknown as HTMLVideoElement, () => 60, signal, false);
  const show = (visibilityState: string) => {
    Object.assign(document, { visibilityState });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  const hear = (currentTime: number) => {
    Object.assign(video, { currentTime });
    for (const name of ["timeupdate", "seeking", "pause"]) video.dispatchEvent(new Event(name));
  };
  progress.begin("100301/0/0");
  video.dispatchEvent(new Event("timeupdate"));
  show("hidden");
  expect(sent.splice(0)).toEqual(["video=100301&seconds=8"]);
  hear(40);
  expect(sent).toEqual([]);
  show("visible");
  expect(sent.splice(0)).toEqual(["video=100301&seconds=8"]);
  show("hidden");
  sent.length = 0;
  progress.begin("100301/0/1");
  hear(30);
  expect(sent).toEqual([]);
  show("visible");
  expect(sent).toEqual(["video=100301&seconds=0"]);
});

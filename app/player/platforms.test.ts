import { expect, test, vi } from "vitest";
import { fullscreenMode } from "./controls/use-fullscreen.ts";
import { enginesFor } from "./engines/attach-engine.ts";
import { castingApi } from "./extras/casting.ts";

type Feature = "element fullscreen" | "MSE" | "managed MSE" | "HLS" | "WebKit targets" | "remote";

const appleTargets: Feature[] = ["HLS", "WebKit targets", "remote"];
const iPad: Feature[] = [...appleTargets, "element fullscreen", "MSE"];

/** From vendors' documents and MDN, not tried on devices. Decision 33 has the same table. */
const platforms: Record<string, Feature[]> = {
  "iPhone, iOS 15": appleTargets,
  "iPhone, iOS 16": appleTargets,
  "iPhone, iOS 17.1 and later": [...appleTargets, "managed MSE"],
  "iPad, iPadOS 16.4": iPad,
  "iPad, iPadOS 17.1 and later": [...iPad, "managed MSE"],
  "Safari 16 on a Mac": iPad,
  "Safari 17.1 and later on a Mac": [...iPad, "managed MSE"],
  "Chrome on Android": ["element fullscreen", "MSE", "HLS", "remote"],
  "Chrome on a desk, 142 and later": ["element fullscreen", "MSE", "HLS", "remote"],
  Firefox: ["element fullscreen", "MSE"],
};

function visit(features: Feature[], engine = "automatic") {
  const has = (feature: Feature) => features.includes(feature);
  vi.stubEnv("SSR", false);
  const stored = new Map([["engine", JSON.stringify(engine)]]);
  vi.stubGlobal("document", has("element fullscreen") ? { fullscreenEnabled: true } : {});
  vi.stubGlobal("window", {
    localStorage: { getItem: (name: string) => stored.get(name) ?? null },
    ...(has("MSE") && { MediaSource: class {} }),
    ...(has("managed MSE") && { ManagedMediaSource: class {} }),
  });
  const video = {
    canPlayType: () => (has("HLS") ? "maybe" : ""),
    ...(has("WebKit targets") && { webkitShowPlaybackTargetPicker: () => undefined }),
    ...(has("remote") && { remote: {} }),
  } as unknown as HTMLVideoElement;
  const { bySystem, mayChoose } = enginesFor(video);
  return [
    fullscreenMode(),
    bySystem ? "system" : "hls.js",
    mayChoose ? "may choose" : "no choice",
    castingApi(video) ?? "no casting",
  ];
}

test.each([
  ["iPhone, iOS 15", "window", "system", "no choice", "webkit"],
  ["iPhone, iOS 16", "window", "system", "no choice", "webkit"],
  ["iPhone, iOS 17.1 and later", "window", "system", "may choose", "webkit"],
  ["iPad, iPadOS 16.4", "screen", "hls.js", "may choose", "webkit"],
  ["iPad, iPadOS 17.1 and later", "screen", "system", "may choose", "webkit"],
  ["Safari 16 on a Mac", "screen", "hls.js", "may choose", "webkit"],
  ["Safari 17.1 and later on a Mac", "screen", "system", "may choose", "webkit"],
  ["Chrome on Android", "screen", "hls.js", "may choose", "standard"],
  ["Chrome on a desk, 142 and later", "screen", "hls.js", "may choose", "standard"],
  ["Firefox", "screen", "hls.js", "no choice", "no casting"],
])("%s: %s, %s, %s, %s", (platform, ...expected) => {
  expect(visit(platforms[platform] ?? [])).toEqual(expected);
});

test("a chosen engine is used only in browsers where both engines can play", () => {
  for (const [platform, features] of Object.entries(platforms)) {
    const [, automatic, choice] = visit(features);
    const chosen = ["system", "script"].map((engine) => visit(features, engine)[1]);
    const expected = choice === "may choose" ? ["system", "hls.js"] : [automatic, automatic];
    expect(chosen, platform).toEqual(expected);
  }
});

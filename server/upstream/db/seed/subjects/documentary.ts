import { oldPlaces, popularScience } from "./documentary-knowledge.ts";
import { everydayLife, natureTrips } from "./documentary-life.ts";
import type { Subject } from "./subject.ts";

/** The long tag: 300 videos, so that scrolling far can be tried. */
export const documentary: Subject = {
  code: "101",
  name: "纪录片",
  leaves: [natureTrips, everydayLife, popularScience, oldPlaces],
};

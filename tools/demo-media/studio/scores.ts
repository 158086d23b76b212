import type { ClipName } from "../../../server/upstream/media/demo-media.ts";

/** Wind, sea or air: noise between two frequencies that swells and falls. */
export interface Hiss {
  gain: number;
  low: number;
  high: number;
  /** Seconds from one swell to the next. */
  period: number;
}

/** What a clip sounds like; notes are MIDI numbers. */
export interface Score {
  chords: readonly (readonly number[])[];
  chordSeconds: number;
  pad: { gain: number; bright: number };
  /** Single notes: which notes of the chord, at which beat, how long they ring. */
  plucks?: {
    every: number;
    notes: readonly (number | null)[];
    ring: number;
    gain: number;
    up: number;
  };
  hiss?: readonly Hiss[];
  /** A soft tick on every second, left and right in turn, to check picture against sound. */
  tick?: boolean;
}

const surf: readonly Hiss[] = [
  { gain: 0.3, low: 90, high: 620, period: 9.3 },
  { gain: 0.16, low: 500, high: 2600, period: 6.7 },
];

/** The music of every clip: slow, warm, without a tune that could tire. */
export const scores: Record<ClipName, Score> = {
  "sea-sunset": {
    chords: [
      [50, 57, 61, 66],
      [47, 54, 62, 66],
      [43, 55, 59, 66],
      [45, 52, 61, 64],
    ],
    chordSeconds: 8,
    pad: { gain: 0.16, bright: 0.32 },
    plucks: { every: 2, notes: [3, null, 2, 1, null, 3, null, null], ring: 3, gain: 0.1, up: 12 },
    hiss: surf,
  },
  aurora: {
    chords: [
      [40, 52, 59, 66, 71],
      [45, 52, 61, 64, 71],
      [42, 54, 61, 64, 69],
      [38, 50, 57, 66, 73],
    ],
    chordSeconds: 10,
    pad: { gain: 0.17, bright: 0.5 },
    plucks: { every: 2.5, notes: [4, 2, null, 3], ring: 4.5, gain: 0.07, up: 12 },
    hiss: [{ gain: 0.05, low: 300, high: 1500, period: 13 }],
  },
  dunes: {
    chords: [
      [38, 50, 57, 64],
      [38, 50, 58, 65],
      [43, 50, 58, 62],
      [45, 52, 57, 64],
    ],
    chordSeconds: 8,
    pad: { gain: 0.18, bright: 0.28 },
    plucks: { every: 1, notes: [3, null, 2, null, 1, 2, null, null], ring: 1.6, gain: 0.1, up: 0 },
    hiss: [
      { gain: 0.17, low: 220, high: 900, period: 11 },
      { gain: 0.06, low: 900, high: 2800, period: 7.4 },
    ],
  },
  "night-sky": {
    chords: [
      [41, 53, 60, 64, 67],
      [36, 48, 55, 64, 71],
      [38, 50, 57, 60, 65],
      [34, 46, 53, 62, 69],
    ],
    chordSeconds: 9,
    pad: { gain: 0.16, bright: 0.36 },
    plucks: { every: 1.5, notes: [4, null, 3, 2, null, 4, null, 3], ring: 4, gain: 0.09, up: 12 },
    hiss: [{ gain: 0.04, low: 180, high: 700, period: 15 }],
  },
  "city-lights": {
    chords: [
      [38, 53, 57, 60, 64],
      [43, 53, 57, 59, 64],
      [36, 52, 55, 59, 62],
      [45, 52, 55, 60, 67],
    ],
    chordSeconds: 4,
    pad: { gain: 0.12, bright: 0.4 },
    plucks: { every: 0.5, notes: [1, 3, null, 4, 2, null, 3, null], ring: 1.5, gain: 0.11, up: 0 },
    hiss: [{ gain: 0.08, low: 70, high: 380, period: 8 }],
  },
  "test-card": {
    chords: [
      [45, 57, 61, 64],
      [42, 54, 61, 66],
    ],
    chordSeconds: 10,
    pad: { gain: 0.13, bright: 0.3 },
    tick: true,
  },
};

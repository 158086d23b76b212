/** A stream of numbers that depends on nothing but its seed. */
export interface SceneRandom {
  /** Between two numbers. */
  range(from: number, to: number): number;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
}

/** Mulberry32, started from a name and a number so that scenes of one seed do not look alike. */
export function seeded(name: string, seed: number): SceneRandom {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  // Neighbouring seeds start close together; the first numbers are not used.
  next();
  next();
  return {
    range: (from, to) => from + next() * (to - from),
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
    chance: (share) => next() < share,
  };
}

import { abstractFilms, cityNights } from "./city-and-abstract.ts";
import { documentary } from "./documentary.ts";
import { mountainsAndSeas, starrySky } from "./mountains-and-seas.ts";
import { fourSeasons, journeys, soundscapes } from "./seasons-and-journeys.ts";
import type { Subject } from "./subject.ts";

/** All top categories, in the order of the home page's tags. */
export const subjects: readonly Subject[] = [
  documentary,
  mountainsAndSeas,
  starrySky,
  cityNights,
  abstractFilms,
  fourSeasons,
  journeys,
  soundscapes,
];

import type { SceneName } from "../../../media/covers.ts";
import type { ClipName } from "../../../media/demo-media.ts";

/** A leaf category and the words from which its videos are made. */
export interface Leaf {
  code: string;
  name: string;
  /** How many videos it gets. */
  videos: number;
  scenes: readonly SceneName[];
  clips: readonly ClipName[];
  /** Names of programmes. */
  series: readonly string[];
  /** What an episode tells of, used after the programme's name. */
  moments: readonly string[];
  /** Whole titles that stand for themselves; the editors pick among these. */
  films: readonly string[];
  /** Sentences that say what there is to see. */
  about: readonly string[];
}

/** A top category: a tag of the home page. */
export interface Subject {
  code: string;
  name: string;
  leaves: readonly Leaf[];
}

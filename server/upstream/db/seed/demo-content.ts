import content from "./demo-content.json" with { type: "json" };

/**
 * Either a topic or its sub-topics have tags; the codes are those of the client's tiles. A leaf's `moments` are episode
 * subtitles, which follow the programme's name. `{name}` in an opening is the programme's name.
 */
export const demoContent = {
  ...content,
  /** The settings of a new installation, by their names in `getConfig`. */
  settings: content.settings as Record<string, string | number | boolean>,
};

export type Subject = typeof content.hiddenSubject;
export type Leaf = Subject["leaves"][number];

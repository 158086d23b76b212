/** Where streams are, and in which form: three kinds from another host, as real upstreams name them, and our own. */
export const mediaKinds = ["ts-multivariant", "ts-single", "ts-aes", "own"] as const;
export type MediaKind = (typeof mediaKinds)[number];
export const isMediaKind = (text: string): text is MediaKind =>
  mediaKinds.some((kind) => kind === text);
export type ForeignKind = Exclude<MediaKind, "own">;

/** As a table's group says it. */
export const mediaNames: Record<MediaKind, string> = {
  "ts-multivariant": "MPEG-TS of another host in three qualities",
  "ts-single": "MPEG-TS of another host",
  "ts-aes": "encrypted MPEG-TS of another host",
  own: "our own media",
};

/** In bits a second, what a line has to carry so that the lowest quality just plays. */
export const leastLine: Record<MediaKind, number> = {
  "ts-multivariant": 400_000,
  "ts-single": 1_000_000,
  "ts-aes": 1_000_000,
  own: 200_000,
};

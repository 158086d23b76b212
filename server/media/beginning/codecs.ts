import { boxesIn, demand, findBox, needBox, orUndefined } from "../mp4/mp4-boxes.ts";
import { tracksOf } from "../mp4/mp4-tracks.ts";

/** Of a fragmented film; undefined for any other. */
export const readFilm = (map: Buffer) =>
  orUndefined(() => {
    const tracks = tracksOf(needBox(map, "moov")).map(({ stbl, units, fragmentTrackId }) => {
      // the table of descriptions has eight bytes before its first box
      const [entry] = boxesIn(needBox(stbl, "stsd").subarray(8));
      demand(entry !== undefined && fragmentTrackId !== undefined, "no fragments");
      return { ...entry, units, number: fragmentTrackId };
    });
    const isPicture = ({ type }: { type: string }) => /^(avc|hvc|hev|av01|vp0|dvh|encv)/.test(type);
    const [main] = [...tracks.filter(isPicture), ...tracks];
    demand(main !== undefined, "no tracks");
    const codecs = tracks.map(({ type, body }) => codecOf(type, body));
    return {
      hasPicture: tracks.some(isPicture),
      hasSound: !tracks.every(isPicture),
      /** As in RFC 6381; undefined if a track's codec is unknown. */
      codecs: codecs.includes(undefined) ? undefined : codecs.join(","),
      track: main.number,
      units: main.units,
    };
  });

/** In bytes: the fields before the boxes in sample entries of video and of audio. */
const [PICTURE_FIELDS, SOUND_FIELDS] = [78, 28];

function codecOf(type: string, description: Buffer): string | undefined {
  if (type === "avc1" || type === "avc3") {
    const avcC = findBox(description.subarray(PICTURE_FIELDS), "avcC");
    return avcC && `${type}.${avcC.toString("hex", 1, 4)}`;
  }
  if (type === "hvc1" || type === "hev1") {
    const hvcC = findBox(description.subarray(PICTURE_FIELDS), "hvcC");
    return hvcC && `${type}.${hevcProfile(hvcC)}`;
  }
  if (type !== "mp4a") return undefined;
  const esds = needBox(description.subarray(SOUND_FIELDS), "esds");
  const objectType = audioObjectType(esds);
  return objectType === undefined ? undefined : `mp4a.40.${objectType}`;
}

/** ISO/IEC 14496-15, annex E. */
function hevcProfile(hvcC: Buffer): string {
  const first = hvcC.readUInt8(1);
  const bits = hvcC.readUInt32BE(2).toString(2).padStart(32, "0");
  const compatible = Number.parseInt([...bits].reverse().join(""), 2)
    .toString(16)
    .toUpperCase();
  const constraints = hvcC
    .toString("hex", 6, 12)
    .replace(/(00)+$/, "")
    .toUpperCase();
  const space = ["", "A", "B", "C"][first >> 6];
  const tier = (first & 0x20) === 0 ? "L" : "H";
  const all = [`${space}${first & 0x1f}`, compatible, `${tier}${hvcC.readUInt8(12)}`];
  return [...all, ...(constraints.match(/../g) ?? [])].join(".");
}

/** From an elementary stream descriptor (ISO/IEC 14496-1); undefined if not MPEG-4 audio. */
function audioObjectType(esds: Buffer): number | undefined {
  const MPEG4_AUDIO = 0x40;
  // each descriptor is a tag, a length in up to four bytes, and its fields
  const inside = (at: number, tag: number) => {
    demand(esds.readUInt8(at) === tag, "an unknown descriptor");
    let fields = at + 1;
    while (esds.readUInt8(fields) >= 0x80) fields += 1;
    return fields + 1;
  };
  const decoder = inside(inside(4, 0x03) + 3, 0x04);
  if (esds.readUInt8(decoder) !== MPEG4_AUDIO) return undefined;
  return esds.readUInt8(inside(decoder + 13, 0x05)) >> 3;
}

import { BufferSource, Input, type InputTrack, Logging, LogLevel, MP4 } from "mediabunny";
import type { BeginningHead } from "../../contract/rules.ts";

// its warnings about others' files would break the log's lines of JSON
Logging.level = LogLevel.Silent;

/**
 * Reads a film's initialization segment; undefined if it is unreadable, or has a codec that is unknown.
 * @param codecs as the playlist names them (RFC 6381); '' for the film's own
 */
export async function readFilm(
  map: Buffer,
  codecs: string,
): Promise<Pick<BeginningHead, "tracks" | "clock"> | undefined> {
  const input = new Input({ formats: [MP4], source: new BufferSource(map) });
  try {
    const tracks = await input.getTracks();
    const pictures = tracks.filter((track) => track.isVideoTrack());
    const [main] = [...pictures, ...tracks];
    const own = await Promise.all(tracks.map(codecOf));
    if (!main || (!codecs && own.includes(null))) return undefined;
    const kind = pictures.length > 0 ? "video" : "audio";
    const name = pictures.length > 0 && pictures.length < tracks.length ? "audiovideo" : kind;
    const timescale = await main.getTimeResolution();
    return {
      tracks: { [name]: `${kind}/mp4; codecs="${codecs || own.join(",")}"` },
      clock: { baseTime: 0, timescale, trackId: main.id },
    };
  } catch {
    // the library has no error class for unreadable input
    return undefined;
  } finally {
    input.dispose();
  }
}

/** The library names HEVC `hev1` also where Safari knows it as `hvc1` only. */
async function codecOf(track: InputTrack): Promise<string | null> {
  const codec = await track.getCodecParameterString();
  const isHvc1 = (await track.getInternalCodecId()) === "hvc1";
  return codec && isHvc1 ? codec.replace("hev1", "hvc1") : codec;
}

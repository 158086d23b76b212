import {
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MPEG_TS,
  Mp4OutputFormat,
  Output,
  ReadableStreamSource,
} from "mediabunny";
import { UpstreamFault } from "../../upstream-client/errors.ts";
import { boxesIn, demand, needBox, timescaleOf, uint32s, writeBox } from "../mp4/mp4-boxes.ts";
import { writeFragment } from "./fragments.ts";

/** In seconds: a piece is shown when it has come as a whole. */
const PIECE_SECONDS = 0.4;
/** In bytes, of what has come and is not read yet. */
const MOST_AHEAD = 4 * 1024 * 1024;

const RAW_SOUND = "audio/mpeg";

/** MPEG-TS in a form that browsers play: one fragmented MP4 for the picture, and one for the sound. */
export interface Remuxed {
  /** For `MediaSource.addSourceBuffer`, `video` first. MP3 needs no container: `audio/mpeg`. */
  tracks: { video?: string; audio?: string };
  /** Time 0 of the pieces, in seconds of the stream's own clock. */
  base: number;
  /** When sound that has no times of its own begins, in the pieces' time. */
  soundFrom?: number | undefined;
  /** Bytes of the track with this index, in the order in which they are played. Returning early ends the reading, too. */
  pieces: AsyncGenerator<Piece, void>;
}

export interface Piece {
  track: number;
  bytes: Buffer;
}

/**
 * Reads MPEG-TS as it arrives. Presentation times stay exact; decoding times are counted from the durations. Undefined of a
 * stream that cannot be read, has neither picture nor sound, or whose first frame is no key frame.
 *
 * @param startAt the time of its first frame in the pieces, in seconds
 * @throws {UpstreamFault} as `bytes`
 */
export async function remux(
  bytes: ReadableStream<Uint8Array>,
  startAt: number,
): Promise<Remuxed | undefined> {
  const source = new ReadableStreamSource(bytes, {
    maxCacheSize: MOST_AHEAD,
    handleUnhandledError: () => undefined,
  });
  const input = new Input({ formats: [MPEG_TS], source });
  try {
    const picture = await input.getPrimaryVideoTrack();
    const sound = await input.getPrimaryAudioTrack();
    const tracks = await Promise.all(
      [picture, sound].flatMap((one) => (one ? openTrack(one) : [])),
    );
    demand(tracks.length > 0, "neither picture nor sound");
    const base = Math.min(...tracks.map(({ firstDecoded }) => firstDecoded)) - startAt;
    return {
      tracks: Object.fromEntries(tracks.map(({ name, type }) => [name, type])),
      base,
      soundFrom: tracks
        .filter(({ type }) => type === RAW_SOUND)
        .map(({ firstDecoded }) => firstDecoded - base)[0],
      pieces: interleaved(tracks, base, input),
    };
  } catch (error) {
    input.dispose();
    if (error instanceof UpstreamFault) throw error;
    // the library has no class for what it cannot read
    return undefined;
  }
}

interface Track {
  name: "video" | "audio";
  type: string;
  /** When its first frame is decoded, in seconds of the stream's clock. */
  firstDecoded: number;
  pieces(base: number): AsyncGenerator<{ bytes: Buffer; end: number }, void>;
}

/** The next piece is of the track whose last one ended first. */
async function* interleaved(tracks: Track[], base: number, input: Input) {
  try {
    const open = tracks.map((track, index) => ({ index, end: 0, pieces: track.pieces(base) }));
    while (open.length > 0) {
      const behind = open.reduce((one, other) => (other.end < one.end ? other : one));
      const { done, value } = await behind.pieces.next();
      if (done) {
        open.splice(open.indexOf(behind), 1);
      } else {
        behind.end = value.end;
        yield { track: behind.index, bytes: value.bytes };
      }
    }
  } finally {
    input.dispose();
  }
}

async function openTrack(track: InputVideoTrack | InputAudioTrack): Promise<Track> {
  const sink = new EncodedPacketSink(track);
  const first = await sink.getFirstPacket();
  demand(first?.type === "key", "no key frame first");
  let next: EncodedPacket | null = first;
  const readPiece = async () => {
    const packets: EncodedPacket[] = [];
    for (
      let seconds = 0;
      next && seconds < PIECE_SECONDS;
      seconds += packets.at(-1)?.duration ?? 0
    ) {
      packets.push(next);
      next = await sink.getNextPacket(next);
    }
    return packets;
  };
  const ahead = await readPiece();
  const isRaw = (await track.getCodec()) === "mp3";
  const { type, head, units } = isRaw
    ? { type: RAW_SOUND, head: undefined, units: 1 }
    : await initialization(track, first);
  const frameOf = track.isVideoTrack() ? withLengths : isRaw ? asBuffer : withoutHeader;
  const firstDecoded = first.timestamp - reordering(ahead);

  async function* pieces(base: number) {
    let decoded = firstDecoded - base;
    if (head) yield { bytes: head, end: decoded };
    const ticks = (seconds: number) => Math.round(seconds * units);
    let sequence = 0;
    for (let packets = ahead; packets.length > 0; packets = await readPiece()) {
      const begin = ticks(decoded);
      const samples = packets.map(({ data, duration, timestamp, type }) => {
        const at = ticks(decoded);
        decoded += duration;
        return {
          data: frameOf(data),
          duration: ticks(decoded) - at,
          offset: ticks(timestamp - base) - at,
          isKey: type === "key",
        };
      });
      sequence += 1;
      const bytes = isRaw
        ? Buffer.concat(samples.map(({ data }) => data))
        : writeFragment(sequence, begin, samples);
      yield { bytes, end: decoded };
    }
  }
  return { name: track.isVideoTrack() ? "video" : "audio", type, firstDecoded, pieces };
}

/** For how many seconds a frame must be decoded before it is shown, because others refer to it that are shown earlier. */
function reordering(packets: readonly EncodedPacket[]): number {
  let elapsed = 0;
  let most = 0;
  for (const { timestamp, duration } of packets) {
    most = Math.max(most, elapsed - (timestamp - (packets[0]?.timestamp ?? 0)));
    elapsed += duration;
  }
  return most;
}

/** What a fragmented MP4 with this track alone begins with, and the units of its seconds. */
async function initialization(track: InputVideoTrack | InputAudioTrack, first: EncodedPacket) {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "fragmented" }), target });
  const packet = first.clone({ timestamp: 0 });
  if (track.isVideoTrack()) {
    const source = new EncodedVideoPacketSource(known(await track.getCodec()));
    output.addVideoTrack(source);
    await output.start();
    await source.add(packet, { decoderConfig: known(await track.getDecoderConfig()) });
  } else {
    const source = new EncodedAudioPacketSource(known(await track.getCodec()));
    output.addAudioTrack(source);
    await output.start();
    await source.add(packet, { decoderConfig: known(await track.getDecoderConfig()) });
  }
  await output.finalize();
  const boxes = boxesIn(Buffer.from(known(target.buffer)));
  const moov = known(boxes.find(({ type }) => type === "moov")).body;
  const mdhd = needBox(needBox(needBox(moov, "trak"), "mdia"), "mdhd");
  const head = boxes
    .filter(({ type }) => type === "ftyp" || type === "moov")
    .map(({ type, body }) => writeBox(type, body));
  return {
    type: await output.getMimeType(),
    head: Buffer.concat(head),
    units: timescaleOf(mdhd),
  };
}

function known<Value>(value: Value | null | undefined): Value {
  demand(value !== null && value !== undefined, "a track that is not known");
  return value;
}

const asBuffer = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length);

const START_CODE = Buffer.from([0, 0, 1]);

/** A frame whose units begin with their lengths, as MP4 has them, instead of start codes (ITU-T H.264, annex B). */
function withLengths(data: Uint8Array): Buffer {
  const bytes = asBuffer(data);
  const parts: Buffer[] = [];
  for (let at = bytes.indexOf(START_CODE); at >= 0; ) {
    const next = bytes.indexOf(START_CODE, at + 3);
    let end = next < 0 ? bytes.length : next;
    while (bytes[end - 1] === 0) end -= 1;
    parts.push(uint32s([end - at - 3]), bytes.subarray(at + 3, end));
    at = next;
  }
  return Buffer.concat(parts);
}

/** A frame of AAC without its ADTS header, which has two bytes more where there is a checksum. */
const withoutHeader = (data: Uint8Array) =>
  data[0] === 0xff ? asBuffer(data).subarray(((data[1] ?? 0) & 1) === 1 ? 7 : 9) : asBuffer(data);

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

/** In seconds. Short, because a piece can be shown only once all of it has arrived. */
const PIECE_SECONDS = 0.4;
const MAX_READ_AHEAD = 4 * 1024 * 1024;

const RAW_SOUND = "audio/mpeg";

export interface Remuxed {
  /** For `MediaSource.addSourceBuffer`, `video` first. MP3 needs no container: `audio/mpeg`. */
  tracks: { video?: string; audio?: string };
  clockAtStart: number;
  /** When audio without timestamps (MP3) starts, in the pieces' time. */
  soundFrom?: number | undefined;
  /** In playback order, each with its track's index. Returning early stops reading. */
  pieces: AsyncGenerator<Piece, void>;
}

export interface Piece {
  track: number;
  bytes: Buffer;
}

/**
 * Undefined if the input is unreadable, has no tracks, or does not start with a key frame.
 * @param startAt the first frame's time in the pieces, in seconds
 * @throws {UpstreamFault} as `bytes`
 */
export async function remux(
  bytes: ReadableStream<Uint8Array>,
  startAt: number,
): Promise<Remuxed | undefined> {
  const source = new ReadableStreamSource(bytes, {
    maxCacheSize: MAX_READ_AHEAD,
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
      clockAtStart: base,
      soundFrom: tracks
        .filter(({ type }) => type === RAW_SOUND)
        .map(({ firstDecoded }) => firstDecoded - base)[0],
      pieces: interleave(tracks, base, input),
    };
  } catch (error) {
    input.dispose();
    if (error instanceof UpstreamFault) throw error;
    // the library has no error class for unreadable input
    return undefined;
  }
}

interface Track {
  name: "video" | "audio";
  type: string;
  /** Decoding time of its first frame, in seconds of the stream's clock. */
  firstDecoded: number;
  pieces(base: number): AsyncGenerator<{ bytes: Buffer; end: number }, void>;
}

async function* interleave(tracks: Track[], base: number, input: Input) {
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
  demand(first?.type === "key", "the first frame is not a key frame");
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
  const firstDecoded = first.timestamp - reorderDelay(ahead);

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

/** In seconds: how much earlier decoding must start than presentation, because B-frames refer to later frames. */
function reorderDelay(packets: readonly EncodedPacket[]): number {
  let elapsed = 0;
  let most = 0;
  for (const { timestamp, duration } of packets) {
    most = Math.max(most, elapsed - (timestamp - (packets[0]?.timestamp ?? 0)));
    elapsed += duration;
  }
  return most;
}

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
  demand(value !== null && value !== undefined, "an unknown kind of track");
  return value;
}

const asBuffer = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length);

const START_CODE = Buffer.from([0, 0, 1]);

/** Replaces start codes (ITU-T H.264, annex B) by lengths, as in MP4. */
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

/** An AAC frame without its ADTS header, which is two bytes longer with a checksum. */
const withoutHeader = (data: Uint8Array) =>
  data[0] === 0xff ? asBuffer(data).subarray(((data[1] ?? 0) & 1) === 1 ? 7 : 9) : asBuffer(data);

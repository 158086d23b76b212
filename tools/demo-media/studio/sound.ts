import { writeFile } from "node:fs/promises";
import type { ClipName } from "../../../server/upstream/media/demo-media.ts";
import { type Hiss, type Score, scores } from "./scores.ts";

const rate = 48_000;
type Stereo = readonly [Float32Array, Float32Array];

/** Writes the sound of a clip as a 16-bit stereo WAV file of exactly its length. */
export async function composeSound(name: ClipName, seconds: number, file: string): Promise<void> {
  const score = scores[name];
  const length = seconds * rate;
  const dry: Stereo = [new Float32Array(length), new Float32Array(length)];
  addPads(dry, score);
  addPlucks(dry, score);
  const wet: Stereo = [echoes(dry[0], 0), echoes(dry[1], 23)];
  score.hiss?.forEach((hiss, i) => {
    addHiss(wet, hiss, 77 + i * 13);
  });
  if (score.tick) addTicks(wet);
  finish(wet, seconds);
  await writeFile(file, wav(wet));
}

const pitch = (note: number) => 440 * 2 ** ((note - 69) / 12);

function addPads(out: Stereo, { chords, chordSeconds, pad }: Score): void {
  const total = (out[0].length / rate) | 0;
  for (let k = 0; k * chordSeconds < total; k++) {
    const chord = chords[k % chords.length] ?? [];
    chord.forEach((note, voice) => {
      // A phone cannot sound the lowest voice; the middle carries the chord.
      const gain = pad.gain * (voice === 0 ? 0.6 : 1 / (1 + voice * 0.15));
      for (const [detune, side] of [
        [-0.0016, 0],
        [0.0016, 1],
      ] as const) {
        const channel = out[side];
        const f = pitch(note) * (1 + detune);
        const from = k * chordSeconds * rate;
        const span = (chordSeconds + 3) * rate;
        for (let i = 0; i < span && from + i < channel.length; i++) {
          const t = i / rate;
          // Chords melt into one another: each one comes and goes over three seconds.
          const swell = Math.sin((Math.PI / 2) * Math.min(1, t / 3, (chordSeconds + 3 - t) / 3));
          const w = 2 * Math.PI * f * t;
          const shimmer = pad.bright * (0.75 + 0.25 * Math.sin(t * 0.9 + voice * 2 + side));
          const tone = Math.sin(w) + shimmer * (Math.sin(2 * w) * 0.5 + Math.sin(3 * w) * 0.2);
          channel[from + i] = (channel[from + i] ?? 0) + tone * gain * swell;
        }
      }
    });
  }
}

function addPlucks(out: Stereo, { chords, chordSeconds, plucks }: Score): void {
  if (!plucks) return;
  const total = out[0].length / rate;
  for (let beat = 0; beat * plucks.every < total - 3; beat++) {
    const which = plucks.notes[beat % plucks.notes.length];
    const start = beat * plucks.every;
    const note = chords[Math.floor(start / chordSeconds) % chords.length]?.[which ?? -1];
    if (which === null || note === undefined) continue;
    const pan = 0.5 + 0.35 * Math.sin(beat * 2.4);
    const f = pitch(note + plucks.up);
    for (let i = 0; i < plucks.ring * 3 * rate; i++) {
      const t = i / rate;
      const w = 2 * Math.PI * f * t;
      const body = Math.sin(w) + 0.35 * Math.sin(2 * w) * Math.exp(-t * 3);
      const strike = 0.18 * Math.sin(4.01 * w) * Math.exp(-t * 9);
      const level = Math.min(1, t / 0.012) * Math.exp((-t * 2.2) / plucks.ring) * plucks.gain;
      add(out, start * rate + i, (body + strike) * level, pan);
    }
  }
}

function addHiss(out: Stereo, { gain, low, high, period }: Hiss, seed: number): void {
  out.forEach((channel, side) => {
    let state = seed + side * 1_000;
    let [a, b, c] = [0, 0, 0];
    const up = 1 - Math.exp((-2 * Math.PI * high) / rate);
    const down = 1 - Math.exp((-2 * Math.PI * low) / rate);
    for (let i = 0; i < channel.length; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      a += (state / 2 ** 31 - 1 - a) * up;
      b += (a - b) * up;
      c += (b - c) * down;
      const turn = ((i / rate + side * 0.6) / period) * 2 * Math.PI;
      const swell = 0.35 + 0.65 * (0.5 - 0.5 * Math.cos(turn)) ** 2;
      channel[i] = (channel[i] ?? 0) + (b - c) * gain * swell * 2.4;
    }
  });
}

function addTicks(out: Stereo): void {
  for (let second = 0; second < out[0].length / rate; second++) {
    for (let i = 0; i < 0.16 * rate; i++) {
      const t = i / rate;
      const w = 2 * Math.PI * (second % 10 === 0 ? 1320 : 880) * t;
      add(out, second * rate + i, Math.sin(w) * Math.exp(-t * 38) * 0.32, second % 2 ? 0.85 : 0.15);
    }
  }
}

function add(out: Stereo, at: number, value: number, pan: number): void {
  const i = Math.round(at);
  if (i >= out[0].length) return;
  out[0][i] = (out[0][i] ?? 0) + value * Math.cos((pan * Math.PI) / 2);
  out[1][i] = (out[1][i] ?? 0) + value * Math.sin((pan * Math.PI) / 2);
}

/** A small Schroeder reverb: four combs side by side. */
function echoes(dry: Float32Array, spread: number): Float32Array {
  const wet = dry.slice();
  for (const delay of [1557, 1617, 1991, 2422]) {
    const line = new Float32Array((delay + spread) * 2);
    let dull = 0;
    for (let i = 0; i < dry.length; i++) {
      const k = i % line.length;
      dull += ((line[k] ?? 0) - dull) * 0.45;
      line[k] = (dry[i] ?? 0) + dull * 0.78;
      wet[i] = (wet[i] ?? 0) + dull * 0.07;
    }
  }
  return wet;
}

/** Fades both ends and brings the loudest sample to half of full scale. */
function finish(out: Stereo, seconds: number): void {
  for (const channel of out) {
    // Takes away what is too low to hear and would only eat the level.
    let low = 0;
    channel.forEach((value, i) => {
      low += (value - low) * 0.012;
      channel[i] = value - low;
    });
  }
  let peak = 0;
  for (const channel of out) for (const value of channel) peak = Math.max(peak, Math.abs(value));
  for (const channel of out) {
    channel.forEach((value, i) => {
      const t = i / rate;
      const fade = Math.min(1, t / 1.5, (seconds - t) / 2.5);
      channel[i] = (value / peak) * 0.5 * fade * fade;
    });
  }
}

function wav([left, right]: Stereo): Buffer {
  const bytes = Buffer.alloc(44 + left.length * 4);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 4, 28);
  bytes.writeUInt16LE(4, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(left.length * 4, 40);
  for (let i = 0; i < left.length; i++) {
    bytes.writeInt16LE(Math.round((left[i] ?? 0) * 32_767), 44 + i * 4);
    bytes.writeInt16LE(Math.round((right[i] ?? 0) * 32_767), 46 + i * 4);
  }
  return bytes;
}

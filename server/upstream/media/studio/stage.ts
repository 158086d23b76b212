import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "playwright";

/** What the page needs to draw one clip: a fragment shader, or the name of a canvas drawing. */
export interface Picture {
  shader?: string;
  canvas?: string;
  seconds: number;
}

/** Size and speed of the master pictures; the smaller variants are scaled from them. */
export const size = { width: 1280, height: 720, rate: 24 } as const;

/**
 * Draws frames in headless Chromium and hands each one over as raw RGBA, bottom row first.
 * The pictures travel over a loopback server, because that is the fastest way out of a page.
 */
export async function film(
  picture: Picture,
  frames: Iterable<number>,
  take: (frame: Buffer) => Promise<void>,
): Promise<void> {
  let failed: unknown;
  const server = createServer(async (request, response) => {
    if (request.method === "POST" && !failed) {
      try {
        await take(await bodyOf(request));
      } catch (error) {
        failed = error;
      }
    }
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(failed ? "stop" : "");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--use-gl=angle",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
    ],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.evaluate(`globalThis.__name = (f) => f; ${picture.canvas ?? ""}`);
    await page.evaluate(shoot, { ...picture, ...size, frames: [...frames] });
    if (failed) throw failed;
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

interface Shoot extends Picture {
  width: number;
  height: number;
  rate: number;
  frames: number[];
}

/** Runs in the page. */
async function shoot(job: Shoot): Promise<void> {
  const canvas = document.createElement("canvas");
  canvas.width = job.width;
  canvas.height = job.height;
  const pixels = new Uint8Array(job.width * job.height * 4);

  const draw = job.shader ? shaderDrawing(job.shader) : canvasDrawing();
  for (const frame of job.frames) {
    draw(frame / job.rate);
    const answer = await fetch("/frame", { method: "POST", body: pixels });
    if ((await answer.text()) === "stop") return;
  }

  function shaderDrawing(source: string): (time: number) => void {
    const gl = canvas.getContext("webgl2");
    if (!gl) throw new Error("no WebGL 2: start Chromium with SwiftShader");
    const program = gl.createProgram();
    const corners = "#version 300 es\nin vec2 at; void main() { gl_Position = vec4(at, 0., 1.); }";
    for (const [type, text] of [
      [gl.VERTEX_SHADER, corners],
      [gl.FRAGMENT_SHADER, source],
    ] as const) {
      const shader = gl.createShader(type);
      if (!shader) throw new Error("no shader");
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      const log = gl.getShaderInfoLog(shader);
      if (log) throw new Error(log);
    }
    gl.linkProgram(program);
    // biome-ignore lint/correctness/useHookAtTopLevel: a WebGL call, no React here
    gl.useProgram(program);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    const uniform = (name: string) => gl.getUniformLocation(program, name);
    gl.uniform2f(uniform("size"), job.width, job.height);
    gl.uniform1f(uniform("seconds"), job.seconds);
    return (time) => {
      gl.uniform1f(uniform("time"), time);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      gl.readPixels(0, 0, job.width, job.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    };
  }

  function canvasDrawing(): (time: number) => void {
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    const drawing = (globalThis as { drawing?: (p: unknown, t: number, s: number) => void })
      .drawing;
    if (!pen || !drawing) throw new Error("no drawing in the page");
    // Upside down, as WebGL hands its rows over.
    pen.setTransform(1, 0, 0, -1, 0, job.height);
    return (time) => {
      drawing(pen, time, job.seconds);
      pixels.set(pen.getImageData(0, 0, job.width, job.height).data);
    };
  }
}

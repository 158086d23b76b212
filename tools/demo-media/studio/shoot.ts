/** One clip to draw: a fragment shader, or a script that sets `globalThis.drawing`. */
export interface Shoot {
  shader?: string;
  canvas?: string;
  width: number;
  height: number;
  seconds: number;
  /** The moments to draw, in seconds. */
  times: number[];
}

type Drawing = (pen: CanvasRenderingContext2D, time: number, seconds: number) => void;

/** Runs in the page and must stay self-contained: draws each moment and posts it. */
export async function shoot(job: Shoot): Promise<void> {
  const canvas = document.createElement("canvas");
  canvas.width = job.width;
  canvas.height = job.height;
  const draw = job.shader ? shaded(job.shader) : drawn();
  let sent: Promise<string> = Promise.resolve("");
  for (const time of job.times) {
    draw(time);
    const picture = await new Promise<Blob | null>((done) =>
      canvas.toBlob(done, "image/jpeg", 0.985),
    );
    // The next picture is drawn while this one travels.
    if ((await sent) === "stop") return;
    sent = fetch("/frame", { method: "POST", body: picture }).then((answer) => answer.text());
  }
  await sent;

  function shaded(source: string): (time: number) => void {
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: false });
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
    };
  }

  function drawn(): (time: number) => void {
    const pen = canvas.getContext("2d");
    const { drawing } = globalThis as { drawing?: Drawing };
    if (!pen || !drawing) throw new Error("no drawing in the page");
    return (time) => drawing(pen, time, job.seconds);
  }
}

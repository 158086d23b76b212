/** Draws the test card; runs in a page, so it must stay self-contained. 1280 by 720. */
export function drawTestCard(pen: CanvasRenderingContext2D, time: number, seconds: number): void {
  const [w, h] = [1280, 720];
  const font = (px: number, weight = 500) => `${weight} ${px}px "Noto Sans CJK SC", sans-serif`;
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  const line = (x1: number, y1: number, x2: number, y2: number) => {
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
    pen.stroke();
  };
  const ring = (r: number, from = 0, to = 2 * Math.PI) => {
    pen.beginPath();
    pen.arc(w / 2, 330, r, from, to);
    pen.stroke();
  };

  const ground = pen.createLinearGradient(0, 0, w, h);
  ground.addColorStop(0, "#2a211b");
  ground.addColorStop(1, "#17120e");
  pen.fillStyle = ground;
  pen.fillRect(0, 0, w, h);

  pen.lineWidth = 1.5;
  pen.strokeStyle = "#4a3d33";
  for (let x = 0; x <= w; x += 80) line(x, 0, x, h);
  for (let y = 40; y < h; y += 80) line(0, y, w, y);

  const bars = ["#f1ece4", "#e9c44a", "#3fb8b0", "#57b368", "#b45aa8", "#d9503f", "#3f62c4"];
  bars.forEach((tone, i) => {
    pen.fillStyle = tone;
    pen.fillRect(80 + i * 160, 520, 160, 80);
  });
  for (let i = 0; i < 14; i++) {
    const grey = Math.round(16 + (i / 13) * 219);
    pen.fillStyle = `rgb(${grey},${grey},${grey})`;
    pen.fillRect(80 + i * 80, 600, 80, 40);
  }

  // A weight that swings shows smooth motion, and jerks when frames are dropped.
  const swing = Math.sin((time * Math.PI * 2) / 4);
  pen.fillStyle = "#120e0b";
  pen.beginPath();
  pen.roundRect(80, 654, 1120, 26, 13);
  pen.fill();
  pen.fillStyle = "#ff8a2a";
  pen.beginPath();
  pen.arc(w / 2 + swing * 540, 667, 10, 0, 2 * Math.PI);
  pen.fill();

  pen.fillStyle = "#1b1612";
  pen.beginPath();
  pen.arc(w / 2, 330, 252, 0, 2 * Math.PI);
  pen.fill();
  pen.strokeStyle = "#f1ece4";
  pen.lineWidth = 3;
  ring(250);
  pen.lineWidth = 16;
  pen.strokeStyle = "#3a2f27";
  ring(222);
  pen.strokeStyle = "#ff7a1a";
  pen.lineCap = "round";
  ring(222, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * Math.max(0.0005, time / seconds));
  pen.lineCap = "butt";
  for (let i = 0; i < 60; i++) {
    const a = (i / 60) * 2 * Math.PI;
    const inner = i % 5 ? 192 : 182;
    pen.strokeStyle = i % 5 ? "#6d5f53" : "#f1ece4";
    pen.lineWidth = i % 5 ? 2 : 4;
    const [s, c] = [Math.sin(a), -Math.cos(a)];
    line(w / 2 + s * inner, 330 + c * inner, w / 2 + s * 202, 330 + c * 202);
  }

  // The lamp lights on every full second, together with the tick in the sound.
  const flash = Math.exp(-(time % 1) * 7);
  pen.fillStyle = `rgba(255,138,42,${0.15 + 0.85 * flash})`;
  pen.beginPath();
  pen.arc(w / 2, 206, 16, 0, 2 * Math.PI);
  pen.fill();

  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = "#f9f3ea";
  pen.font = font(42, 700);
  pen.fillText("橙影 · 测试卡", w / 2, 268);
  pen.font = font(84, 700);
  pen.fontKerning = "none";
  const clock = `${two(time / 60)}:${two(time % 60)}`;
  pen.fillText(clock, w / 2, 350);
  pen.font = font(30);
  pen.fillStyle = "#c9b9a8";
  pen.fillText(`第 ${two((time % 1) * 24 + 0.001)} 帧`, w / 2, 424);

  pen.font = font(26);
  pen.fillStyle = "#c9b9a8";
  pen.textAlign = "left";
  pen.fillText("左声道", 90, 84);
  pen.textAlign = "right";
  pen.fillText("右声道", w - 90, 84);
  pen.strokeStyle = "#f1ece4";
  pen.lineWidth = 4;
  for (const [x, y, dx, dy] of [
    [24, 24, 1, 1],
    [w - 24, 24, -1, 1],
    [24, h - 24, 1, -1],
    [w - 24, h - 24, -1, -1],
  ] as const) {
    line(x, y, x + dx * 40, y);
    line(x, y, x, y + dy * 40);
  }
}

import { n, type Point, polygon } from "../covers/brush.ts";

/** What an advertisement shows, around 0 0 within about 150 each way, on an endless ground. */
export interface Advertised {
  /** Ground from left to right, and the colour of letters on it. */
  from: string;
  to: string;
  ink: string;
  drawing: string;
}

const disc = (x: number, y: number, r: number, fill: string, more = "") =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${more}/>`;
const shape = (points: readonly Point[], fill: string) =>
  `<path d="${polygon(points)}" fill="${fill}"/>`;
const stroke = (d: string, tone: string, width: number, more = "") =>
  `<path d="${d}" fill="none" stroke="${tone}" stroke-width="${width}" stroke-linecap="round"${more}/>`;
const ground = (y: number, rise: number, fill: string) =>
  `<path d="M-1200 ${y}Q-680 ${y - rise} -160 ${y}T620 ${y - rise * 0.3}L1200 ${y}V900H-1200z" fill="${fill}"/>`;

function fir(x: number, foot: number, tall: number, fill: string): string {
  const w = tall * 0.24;
  const tier = (from: number, to: number, wide: number): Point[] => [
    [x, foot - tall * from],
    [x + w * wide, foot - tall * to],
    [x - w * wide, foot - tall * to],
  ];
  return [tier(1, 0.58, 0.6), tier(0.76, 0.32, 0.82), tier(0.5, 0.06, 1)]
    .map((points) => shape(points, fill))
    .join("");
}

const camping =
  disc(84, -84, 92, "#fff6e6", ' opacity=".35"') +
  disc(84, -84, 58, "#fff6e6") +
  ground(84, 60, "#d99a63") +
  fir(-158, 92, 120, "#a3562f") +
  fir(172, 96, 150, "#a3562f") +
  fir(214, 100, 104, "#8f4726") +
  shape(
    [
      [-130, 112],
      [0, -62],
      [130, 112],
    ],
    "#e0643a",
  ) +
  shape(
    [
      [0, -62],
      [130, 112],
      [44, 112],
    ],
    "#b8462a",
  ) +
  shape(
    [
      [0, -8],
      [38, 112],
      [-38, 112],
    ],
    "#3c1d18",
  ) +
  stroke("M0 -62l-6 -18M0 -62l6 -18", "#7a3320", 4) +
  ground(116, 26, "#8a5a3a");

const leaf = (x: number, y: number, angle: number, s: number, fill: string) =>
  `<path d="M0 0C${s * 0.3} ${-s * 0.5} ${s * 0.9} ${-s * 0.5} ${s * 1.3} 0C${s * 0.9} ${s * 0.42} ${s * 0.3} ${s * 0.42} 0 0z" transform="translate(${x} ${y}) rotate(${angle})" fill="${fill}"/>`;

const tea =
  disc(70, -80, 62, "#fbfae6", ' opacity=".8"') +
  ground(80, 44, "#7fb07a") +
  ground(112, 40, "#4f8a5c") +
  leaf(120, 6, -64, 66, "#2f6f4a") +
  leaf(120, 6, -18, 74, "#3f8a58") +
  leaf(120, 6, 22, 56, "#2f6f4a") +
  stroke(
    "M-34 -52q-18 -22 0 -42t0 -42M4 -52q-18 -22 0 -42t0 -42M42 -52q-18 -22 0 -42t0 -42",
    "#ffffff",
    7,
    ' opacity=".65"',
  ) +
  stroke("M78 6q54 -8 46 34t-62 34", "#f4efe2", 15) +
  `<path d="M-92 -30H100Q100 112 42 112H-34Q-92 112 -92 -30z" fill="#fbf7ec"/>` +
  `<path d="M20 -30H100Q100 112 42 112H10Q70 80 20 -30z" fill="#e6decb"/>` +
  `<ellipse cx="4" cy="-30" rx="96" ry="18" fill="#f1eadb"/><ellipse cx="4" cy="-28" rx="82" ry="12" fill="#b9863a"/>` +
  `<ellipse cx="4" cy="120" rx="140" ry="18" fill="#e6decb"/><ellipse cx="4" cy="114" rx="140" ry="17" fill="#fbf7ec"/>`;

const lampPost = (x: number, foot: number, s: number, side: number) =>
  stroke(
    `M${n(x)} ${n(foot)}v${n(-s)}q0 ${n(-s * 0.14)} ${n(side * s * 0.18)} ${n(-s * 0.14)}`,
    "#150d30",
    Math.max(2, s * 0.035),
  ) +
  disc(x + side * s * 0.2, foot - s * 1.12, s * 0.26, "#ffb45c", ' opacity=".28"') +
  disc(x + side * s * 0.2, foot - s * 1.12, s * 0.09, "#ffd9a0");

const tower = (x: number, wide: number, tall: number, fill: string) =>
  `<path d="M${x} 24v${-tall}h${wide}v${tall}z" fill="${fill}"/>`;

const nightRun =
  disc(96, -96, 74, "#ffd9a0", ' opacity=".16"') +
  disc(96, -96, 38, "#fff0d0") +
  [-330, -272, -216, -150, -84, -20, 60, 118, 190, 254, 320, 390]
    .map((x, i) => tower(x, 46, 46 + ((i * 37) % 70), "#3a2468"))
    .join("") +
  [-300, -190, -112, 20, 150, 226, 350]
    .map((x, i) => tower(x, 36, 34 + ((i * 29) % 48), "#2c1a54"))
    .join("") +
  `<path d="M-1200 24H1200V900H-1200z" fill="#20123f"/>` +
  shape(
    [
      [-6, 24],
      [14, 24],
      [420, 420],
      [-420, 420],
    ],
    "#c8503a",
  ) +
  stroke(
    "M-2 26L-250 420M2 26L-80 420M7 26L90 420M11 26L260 420",
    "#ffe0c8",
    3.5,
    ' opacity=".9"',
  ) +
  lampPost(-30, 42, 44, 1) +
  lampPost(36, 42, 44, -1) +
  lampPost(-78, 78, 92, 1) +
  lampPost(88, 78, 92, -1) +
  lampPost(-176, 150, 190, 1) +
  lampPost(190, 150, 190, -1);

const blades = Array.from({ length: 8 }, (_, i) => {
  const a = (i / 8) * 2 * Math.PI;
  const at = (r: number, turn: number): Point => [
    Math.cos(a + turn) * r,
    6 + Math.sin(a + turn) * r,
  ];
  return shape([at(66, 0), at(66, 0.8), at(30, 0.62), at(30, -0.2)], i % 2 ? "#16264e" : "#1d3266");
}).join("");

const trails = [150, 170, 190, 212, 236]
  .map((r, i) =>
    stroke(
      `M${-r} 0A${r} ${r} 0 0 1 ${n(-r * Math.cos(0.9 + i * 0.13))} ${n(-r * Math.sin(0.9 + i * 0.13))}M${n(r * Math.cos(1.2 - i * 0.1))} ${n(-r * Math.sin(1.2 - i * 0.1))}A${r} ${r} 0 0 1 ${r} 0`,
      i % 3 ? "#cfe0ff" : "#ffd9a0",
      2.2,
      ' opacity=".55"',
    ),
  )
  .join("");

const starLens =
  trails +
  ground(120, 40, "#0a1430") +
  disc(0, 6, 132, "#0d1530") +
  disc(0, 6, 124, "#2a3a66") +
  disc(0, 6, 116, "#111b3c") +
  disc(0, 6, 92, "#30477f") +
  disc(0, 6, 84, "#0c1634") +
  disc(0, 6, 66, "#22407f") +
  blades +
  disc(0, 6, 30, "#7fb4ff") +
  disc(-9, -4, 15, "#dcecff", ' opacity=".85"') +
  stroke("M-58 -46A78 78 0 0 1 -8 -71", "#bcd6ff", 9, ' opacity=".7"') +
  stroke("M30 72A78 78 0 0 0 62 54", "#f0a0d8", 6, ' opacity=".5"') +
  [
    [-170, -96, 3],
    [152, -108, 4],
    [206, -40, 2.5],
    [-214, -20, 2.5],
    [-120, -140, 2],
  ]
    .map(([x = 0, y = 0, r = 2]) => disc(x, y, r, "#fff"))
    .join("");

const arches = Array.from(
  { length: 40 },
  (_, i) => `M${-1180 + i * 60} 200V96a24 24 0 0 1 48 0V200z`,
).join("");
const car = (x: number, fill: string) =>
  `<rect x="${x}" y="-6" width="112" height="50" rx="8" fill="${fill}"/><path d="M${x} 26h112v8H${x}z" fill="#fbe3b4"/>` +
  [12, 38, 64, 90]
    .map((u) => `<rect x="${x + u - 2}" y="4" width="18" height="16" rx="3" fill="#fff4cf"/>`)
    .join("") +
  disc(x + 24, 46, 8, "#3a2a30") +
  disc(x + 88, 46, 8, "#3a2a30");

const slowTrain =
  disc(60, -84, 84, "#fff6dc", ' opacity=".5"') +
  disc(60, -84, 50, "#fffaea") +
  shape(
    [
      [-420, 130],
      [-210, -40],
      [-120, 30],
      [0, -96],
      [120, 30],
      [220, -30],
      [460, 130],
    ],
    "#9fc4c8",
  ) +
  shape(
    [
      [0, -96],
      [36, -58],
      [8, -44],
      [-14, -56],
      [-34, -60],
    ],
    "#fdfaf0",
  ) +
  ground(96, 60, "#6fa08a") +
  `<path d="M-1200 54H1200V74H-1200z" fill="#a8684a"/><path d="${arches}" fill="#5f8f80"/>` +
  `<path d="M-1200 72H1200V220H-1200z${arches}" fill-rule="evenodd" fill="#c08058"/>` +
  car(-242, "#d9553a") +
  car(-122, "#d9553a") +
  car(-2, "#d9553a") +
  `<path d="M118 44V-6h78q34 14 40 50z" fill="#c2452e"/><path d="M118 26h112l5 8H118z" fill="#fbe3b4"/><path d="M166 4h26q16 6 22 18h-48z" fill="#fff4cf"/>` +
  disc(146, 46, 8, "#3a2a30") +
  disc(208, 46, 8, "#3a2a30") +
  ground(176, 30, "#3f7a68");

/** The five advertisements, by the name in their file's name. */
export const advertised: Record<string, Advertised> = {
  camping: { from: "#fdebd0", to: "#f6b98a", ink: "#5a2410", drawing: camping },
  tea: { from: "#eef4dc", to: "#a9cf98", ink: "#1c4a30", drawing: tea },
  "night-run": { from: "#170f38", to: "#6a3284", ink: "#ffeedd", drawing: nightRun },
  "star-lens": { from: "#081028", to: "#284a8c", ink: "#eaf2ff", drawing: starLens },
  "slow-train": { from: "#d8eef2", to: "#f6dcae", ink: "#1c4652", drawing: slowTrain },
};

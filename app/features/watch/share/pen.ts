/** Weights and sizes of the letters on a drawn card, as the style sheets have them on the page. */
const letters = {
  title: "600 16px",
  numbers: "500 13px",
  badge: "700 12px",
  body: "400 14px",
  code: "600 14px",
  pill: "500 13px",
  small: "400 12px",
} as const;
type Letters = keyof typeof letters;

const colourStop = /(#[\da-f]{3,8}|rgba?\([^)]*\))\s*(?:([\d.]+)(%?))?/gi;

export type Pen = ReturnType<typeof createPen>;

/** Draws on a canvas in CSS pixels, with the colours of the page: a token's name, or a colour. */
export function createPen(canvas: HTMLCanvasElement, scale: number) {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas to draw on");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.textBaseline = "middle";
  context.imageSmoothingQuality = "high";
  const tokens = getComputedStyle(document.documentElement);
  const family = getComputedStyle(document.body).fontFamily;
  const colour = (name: string) =>
    name.startsWith("--") ? tokens.getPropertyValue(name).trim() : name;
  const use = (kind: Letters) => {
    context.font = `${letters[kind]} ${family}`;
  };
  const box = (x: number, y: number, width: number, height: number, radius: number) => {
    context.beginPath();
    context.roundRect(x, y, width, height, radius);
    context.fill();
  };

  return {
    width(text: string, kind: Letters) {
      use(kind);
      return context.measureText(text).width;
    },
    text(
      text: string,
      kind: Letters,
      name: string,
      x: number,
      y: number,
      align: CanvasTextAlign = "left",
    ) {
      use(kind);
      context.textAlign = align;
      context.fillStyle = colour(name);
      context.fillText(text, x, y);
    },
    fill(name: string, x: number, y: number, width: number, height: number, radius = 0) {
      context.fillStyle = colour(name);
      box(x, y, width, height, radius);
    },
    /** A token that is a gradient in the style sheets, from corner to corner or from the lower edge up. */
    gradient(
      name: string,
      x: number,
      y: number,
      width: number,
      height: number,
      way: "across" | "up",
      radius = 0,
    ) {
      const filling =
        way === "up"
          ? context.createLinearGradient(0, y + height, 0, y)
          : context.createLinearGradient(x, y, x + width, y + height);
      const stops = [...colour(name).matchAll(colourStop)];
      stops.forEach(([, shade = "", place], index) => {
        const at =
          place === undefined ? index / Math.max(1, stops.length - 1) : Number(place) / 100;
        filling.addColorStop(at, shade);
      });
      context.fillStyle = filling;
      box(x, y, width, height, radius);
    },
    path(shape: Path2D, name: string, x: number, y: number, size: number) {
      context.save();
      context.translate(x, y);
      context.scale(size, size);
      context.fillStyle = colour(name);
      context.fill(shape);
      context.restore();
    },
    /** Fills the box and keeps the picture's proportions: what is too much is cut off. */
    picture(
      source: HTMLImageElement | HTMLCanvasElement,
      x: number,
      y: number,
      width: number,
      height: number,
    ) {
      const [wide, high] =
        source instanceof HTMLImageElement
          ? [source.naturalWidth, source.naturalHeight]
          : [source.width, source.height];
      const shown = Math.min(wide / width, high / height);
      const [cutX, cutY] = [(wide - width * shown) / 2, (high - height * shown) / 2];
      context.drawImage(source, cutX, cutY, width * shown, height * shown, x, y, width, height);
    },
  };
}

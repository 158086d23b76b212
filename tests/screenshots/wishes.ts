import { parseArgs } from "node:util";

/** How a set of pictures is taken. */
export interface View {
  /** Of the folder: nothing for the ordinary phone. */
  suffix: string;
  width: number;
  height: number;
  phone: boolean;
  /** The browser's setting for the size of text, in pixels. */
  text: number;
}

const PHONE = { width: 390, height: 844, phone: true, text: 16, suffix: "" };
const LARGE = 200;

function viewOf(wide: string, percent: number): View {
  // the browser takes whole pixels
  const text = Math.round((PHONE.text * percent) / 100);
  const large = percent === 100 ? "" : `-text-${percent}`;
  if (wide === "desktop")
    return { width: 1280, height: 800, phone: false, text, suffix: `-desktop${large}` };
  const width = Number(wide);
  if (!(width >= 240 && width <= 2_000)) throw new Error(`--wide=${wide}: pixels or "desktop"`);
  return { ...PHONE, width, text, suffix: (width === PHONE.width ? "" : `-${width}`) + large };
}

/** What is asked for: `[-- part of a name …] [--wide=320,390,430,desktop] [--large-text[=130]] [--full]`. */
export function readWishes(args: string[]) {
  const { values, positionals } = parseArgs({
    args: args.map((arg) => (arg === "--large-text" ? `--large-text=${LARGE}` : arg)),
    allowPositionals: true,
    options: {
      wide: { type: "string", default: String(PHONE.width) },
      "large-text": { type: "string", default: "100" },
      full: { type: "boolean", default: false },
    },
  });
  return {
    views: values.wide.split(",").map((wide) => viewOf(wide, Number(values["large-text"]))),
    full: values.full,
    wants: (name: string) =>
      positionals.length === 0 || positionals.some((part) => name.startsWith(part)),
  };
}

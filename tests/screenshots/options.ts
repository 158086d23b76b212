import { parseArgs } from "node:util";
import type { Insets } from "../e2e/fixtures/safe-area.ts";

/** How a set of pictures is taken. */
export interface View {
  /** Of the folder: nothing for the ordinary phone. */
  suffix: string;
  width: number;
  height: number;
  phone: boolean;
  /** The browser's setting for the size of text, in pixels. */
  text: number;
  /** What the phone's notch and its bar for going home take, in pixels. */
  insets?: Insets;
}

const PHONE = { width: 390, height: 844, phone: true, text: 16, suffix: "" };
const LARGE = 200;

const DESKTOP = { width: 1280, height: 800, phone: false };
const named: Record<string, Omit<View, "text" | "suffix">> = {
  desktop: DESKTOP,
  notch: { ...PHONE, insets: { top: 47, bottom: 34 } },
  landscape: { ...PHONE, width: 844, height: 390, insets: { left: 47, right: 47, bottom: 21 } },
  tablet: { ...PHONE, width: 768, height: 1_024 },
};
const DESKTOP_FROM = 900;

function viewOf(wide: string, percent: number): View {
  // the browser takes whole pixels
  const text = Math.round((PHONE.text * percent) / 100);
  const large = percent === 100 ? "" : `-text-${percent}`;
  const view = named[wide];
  if (view) return { ...view, text, suffix: `-${wide}${large}` };
  const width = Number(wide);
  if (!(width >= 240 && width <= 2_000))
    throw new Error(`--wide=${wide}: pixels, or one of ${Object.keys(named).join(", ")}`);
  const suffix = (width === PHONE.width ? "" : `-${width}`) + large;
  return { ...(width < DESKTOP_FROM ? PHONE : DESKTOP), width, text, suffix };
}

/** What is asked for: `[-- part of a name …] [--wide=320,390,430,1440,desktop,notch,landscape,tablet] [--large-text[=130]] [--full]`. */
export function readOptions(args: string[]) {
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

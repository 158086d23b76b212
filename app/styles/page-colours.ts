/** `--bg` of tokens.css in either scheme, for what browsers and systems show around the page. */
export const pageColours = { light: "#f6f4f1", dark: "#0f0d0b" } as const;

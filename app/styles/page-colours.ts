/** `--bg` of tokens.css, for the bars of browsers and systems. */
export const pageColours = { light: "#f6f4f1", dark: "#0f0d0b" } as const;

/** @param theme a colour scheme; anything else means the system's */
export function showTheme(theme: string) {
  const colours: Record<string, string> = pageColours;
  const root = document.documentElement;
  if (theme in colours) root.dataset.theme = theme;
  else delete root.dataset.theme;
  for (const [scheme, colour] of Object.entries(colours))
    document
      .querySelector(`meta[name="theme-color"][media$=" ${scheme})"]`)
      ?.setAttribute("content", colours[theme] ?? colour);
}

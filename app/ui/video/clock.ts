const two = (value: number) => String(value).padStart(2, "0");

/** Seconds as viewers read them: 336 is "05:36", an hour more is "1:05:36". What is unknown reads as nothing. */
export function clock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const hours = Math.floor(whole / 3600);
  const rest = `${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** What "23:18" and "1:05:36" say, in seconds; 0 for anything else. */
export function secondsOf(text: string): number {
  if (!/^\d+(:\d{1,2}){1,2}$/.test(text)) return 0;
  return text.split(":").reduce((total, part) => total * 60 + Number(part), 0);
}

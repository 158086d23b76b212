/** Tells the site how a watch goes, also while the page is being closed; nobody waits for the answer. */
export function tellPlayback(news: Record<string, string>) {
  const body = new URLSearchParams(news);
  // beacons are missing in some in-app browsers
  if (navigator.sendBeacon) navigator.sendBeacon("/playback", body);
  else fetch("/playback", { method: "POST", body, keepalive: true }).catch(() => undefined);
}

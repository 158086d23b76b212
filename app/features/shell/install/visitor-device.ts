/** What a visitor's device can do about installing the site. */
export type VisitorDevice = "in-app" | "iphone" | "android" | "other";

const inApp = /MicroMessenger|\bQQ\/|Weibo|AlipayClient|DingTalk|\baweme|BytedanceWebview/i;

/** Told by the user agent, for want of anything better: in-app browsers install nothing and say so nowhere. */
export function visitorDevice(userAgent: string): VisitorDevice {
  if (inApp.test(userAgent)) return "in-app";
  if (/iPhone|iPad|iPod/.test(userAgent)) return "iphone";
  return /Android/.test(userAgent) ? "android" : "other";
}

import { expect, test } from "vitest";
import { visitorDevice } from "./install-offer.ts";

const android = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile";
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15";

test.each([
  [`${android} Safari/537.36`, "android"],
  [`${iphone} Version/18.0 Mobile/15E148 Safari/604.1`, "iphone"],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0", "other"],
  [`${android} MicroMessenger/8.0.50`, "in-app"],
  [`${iphone} Mobile/15E148 MicroMessenger/8.0.50`, "in-app"],
  [`${android} MQQBrowser/6.2 V1_AND_SQ_9.0 QQ/9.0.20`, "in-app"],
  [`${android} MQQBrowser/14.2 Mobile`, "android"],
  [`${iphone} Weibo (iPhone14,5__weibo__14.1.1)`, "in-app"],
  [`${android} AlipayClient/10.6`, "in-app"],
])("the device of %s is %s", (userAgent, device) => {
  expect(visitorDevice(userAgent)).toBe(device);
});

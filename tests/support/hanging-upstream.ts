import { listen } from "./listen.ts";

/** An upstream that takes every call and answers none. */
export const startHanging = async () => ({
  ...(await listen(() => {})),
  aesKey: Buffer.from("0123456789abcdef"),
  aesIv: Buffer.from("fedcba9876543210"),
  securityHeader: "X-Security-Flag: test",
  boughtMark: "bought",
});

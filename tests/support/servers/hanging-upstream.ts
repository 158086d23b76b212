import { listen } from "./listen.ts";

/** Any keys, for an upstream that encrypts nothing. */
export const someKeys = {
  aesKey: Buffer.from("0123456789abcdef"),
  aesIv: Buffer.from("fedcba9876543210"),
  securityHeader: "X-Security-Flag: test",
  boughtMark: "bought",
};

/** An upstream that accepts every call and never answers. */
export const startHanging = async () => ({ ...(await listen(() => {})), ...someKeys });

/** For an upstream that encrypts nothing. */
export const someKeys = {
  aesKey: Buffer.from("0123456789abcdef"),
  aesIv: Buffer.from("fedcba9876543210"),
  securityHeader: "X-Security-Flag: test",
  boughtMark: "bought",
};

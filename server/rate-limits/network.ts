/** A household has one IPv4 address, or a /64 of IPv6 ones. */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped || !address.includes(":")) return mapped ?? address;
  const [head = "", tail] = (address.toLowerCase().split("%")[0] ?? "").split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const given = [groups(head), groups(tail ?? "")] as const;
  const zeros = tail === undefined ? 0 : 8 - given[0].length - given[1].length;
  const whole = [...given[0], ...Array<string>(Math.max(0, zeros)).fill("0"), ...given[1]];
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/**
 * False for addresses of this machine and of private networks: they are those of a proxy that TRUST_PROXY does not
 * name, with all visitors behind it.
 */
export function isPublicAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  if (plain.includes(":")) return !/^(::1?$|f[cd]|fe[89ab])/.test(plain);
  return plain !== "" && !/^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(plain);
}

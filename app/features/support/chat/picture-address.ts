const widths = { small: 360, large: 1_080 };

/**
 * The address of a message's picture in a width; what is on this device only has one. Being private it is kept neither
 * by caches on the way nor by the service worker.
 */
export const pictureIn = (address: string, size: keyof typeof widths) =>
  address.startsWith("blob:") ? address : `${address}?w=${widths[size]}&private`;

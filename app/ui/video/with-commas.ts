/** 12345.6 as 12,345.6. By itself: to make an `Intl.NumberFormat` takes a slow phone a tenth of a second. */
export function withCommas(value: number): string {
  const [whole = "", ...part] = String(value).split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...part].join(".");
}

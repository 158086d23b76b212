/** Besides the site's own: what tabs and the home screen may show. */
export const neutralLooks: Readonly<Record<string, { label: string }>> = {
  notes: { label: "记事" },
  calculator: { label: "计算" },
  weather: { label: "天气" },
};

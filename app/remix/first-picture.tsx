const held =
  typeof document === "undefined"
    ? null
    : document.querySelector<HTMLLinkElement>("link[rel=preload][as=image]");

/** The link that the server puts here once it knows the page's picture (`nameFirstPicture`); it stays as it is. */
export const FirstPicture = () =>
  held && <link rel="preload" as="image" suppressHydrationWarning />;

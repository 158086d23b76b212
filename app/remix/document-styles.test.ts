import { Links } from "@remix-run/react";
import { expect, test } from "vitest";

test("Remix's <Links> has no option yet, such as one for styles in the document: then document-styles.tsx can go", () => {
  expect(Links).toHaveLength(0);
});

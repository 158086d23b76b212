import { expect, test } from "vitest";
import { pictureName } from "./picture-name.ts";

test("a picture is called after its video", () => {
  expect(pictureName("海边日落 第3集：潮水退去之后", "橙影")).toBe(
    "海边日落 第3集：潮水退去之后.png",
  );
});

test("what a file system does not take is left out", () => {
  expect(pictureName('../a\\b:c*d?"<e>|f\u0000\u202egnp', "橙影")).toBe("a b c d e f gnp.png");
});

test("a name is never too long, and never empty", () => {
  expect(pictureName("海".repeat(500), "橙影")).toBe(`${"海".repeat(60)}.png`);
  expect(pictureName(" ../ ", "橙影")).toBe("橙影.png");
});

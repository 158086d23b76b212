import { expect, test } from "vitest";
import { homeAddress, parseHomeQuery } from "./home-query.ts";

const parse = (search: string) => parseHomeQuery(new URLSearchParams(search));

test("an address without a query means the home tag's first page", () => {
  expect(parse("")).toEqual({ tag: "0", page: 1, batch: 1 });
});

test("tag, page and batch are read from the address", () => {
  expect(parse("tag=30&page=2")).toMatchObject({ tag: "30", page: 2 });
  expect(parse("batch=4")).toMatchObject({ tag: "0", batch: 4 });
});

test("an invalid page means the first page", () => {
  for (const page of ["0", "-3", "abc", "", "1e"]) {
    expect(parse(`page=${page}`).page).toBe(1);
  }
});

test("default values are left out of addresses", () => {
  expect(homeAddress({ tag: "0" })).toBe("/");
  expect(homeAddress({ tag: "0", page: 2 })).toBe("/?page=2");
  expect(homeAddress({ tag: "30" })).toBe("/?tag=30");
  expect(homeAddress({ tag: "a&b", page: 3 })).toBe("/?tag=a%26b&page=3");
});

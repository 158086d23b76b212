import { expect, test } from "vitest";
import { listAddress, pageAddress, pageOf } from "./addresses.ts";

test("a list's address has all parameters in a fixed order, even empty ones", () => {
  expect(listAddress({ type: "15", title: "a&b" })).toBe(
    "/sreinfo?type=15&sonType=&searchStr=&title=a%26b",
  );
  expect(listAddress({ term: "海 边", title: "搜索" })).toBe(
    "/sreinfo?type=&sonType=&searchStr=%E6%B5%B7%20%E8%BE%B9&title=%E6%90%9C%E7%B4%A2",
  );
});

test("page numbers are limited, and an invalid one means the first page", () => {
  const page = (text: string) => pageOf(new URLSearchParams({ page: text }));
  expect(["", "0", "-3", "x", "1e9"].map(page)).toEqual([1, 1, 1, 1, 1]);
  expect(page("7")).toBe(7);
  expect(page("99999999999")).toBe(100_000);
});

test("the addresses of a list's pages are the same, whichever page they are derived from", () => {
  const from = (address: string) => [1, 2, 3].map(pageAddress(address));
  const all = ["/x?item=%7B%7D", "/x?item=%7B%7D&page=2", "/x?item=%7B%7D&page=3"];
  expect(from("/x?item={}")).toEqual(all);
  expect(from("/x?item=%7B%7D&page=2")).toEqual(all);
});

import { expect, test } from "vitest";
import { createUpstreamOrigins } from "../upstream-client/origins.ts";
import { toPayAddress } from "./payments.ts";

const id = "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4";
const upstream = createUpstreamOrigins(
  ["http://10.0.0.7:4000/base", "https://second.example"],
  () => false,
);

test.each([
  ["https://pay.example/order/1?a=b#c", "https://pay.example/order/1?a=b#c"],
  ["http://10.0.0.7:9000/pay", "http://10.0.0.7:9000/pay"],
  ["http://127.0.0.1:9000/pay", "http://127.0.0.1:9000/pay"],
  ["http://localhost/pay", "http://localhost/pay"],
  ["http://[::1]:8080/pay", "http://[::1]:8080/pay"],
])("%s is opened unchanged", (given, opened) => {
  expect(toPayAddress(given, upstream)).toBe(opened);
});

test.each([
  "http://pay.example/order/1",
  "http://localhost.example/",
  "http://127.0.0.1.example/",
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,x",
  "weixin://pay",
  "//pay.example/1",
  "/cashier/1",
  "",
])("%j is not opened", (given) => {
  expect(toPayAddress(given, upstream)).toBeUndefined();
});

test("an order page of the upstream's own cashier becomes a page of this site", () => {
  for (const server of ["http://10.0.0.7:4000", "https://second.example"]) {
    expect(toPayAddress(`${server}/cashier/${id}`, upstream)).toBe(`/cashier/${id}`);
  }
});

test("any other page of the upstream keeps its address", () => {
  for (const path of [`cashier/${id}/pay`, `cashier/${id}?to=1`, "pay/1", "cashier/../x"]) {
    const given = `http://10.0.0.7:4000/${path}`;
    expect(toPayAddress(given, upstream)).toBe(new URL(given).href);
  }
});

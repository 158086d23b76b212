export * from "./account.ts";
export * from "./community.ts";
export * from "./errors.ts";
export * from "./library.ts";
export * from "./pages.ts";
export * from "./shell.ts";
export * from "./wallet.ts";
export * from "./watch.ts";

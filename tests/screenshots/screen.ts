import type { Page } from "playwright/test";
import type { memberOf } from "../support/members/members.ts";
import type { World, WorldName } from "./worlds.ts";

/** Somebody in front of one screen: a guest, until `member` says otherwise. */
export interface Visit {
  page: Page;
  /** The site's origin; paths alone lead there, too. */
  url: string;
  /** The reference upstream behind the site, to be changed behind its back. */
  db: World["db"];
  /** The member whom the visitor is: registered now, with an empty account. */
  member(): Promise<ReturnType<typeof memberOf> & { code: string }>;
  /** The same, as a VIP with coins, favourites and a history. */
  richMember(): Promise<void>;
}

/** One picture: how its screen is reached. It is taken once the page is calm. */
export interface Screen {
  name: string;
  /** What kind of site is visited; an ordinary one by default. */
  world?: WorldName;
  /** Whether the visitor has never been asked anything. */
  firstVisit?: boolean;
  userAgent?: string;
  /** Whether there is no such screen on a desktop. */
  phoneOnly?: boolean;
  open(visit: Visit): Promise<unknown>;
}

/** A screen that only needs its address. */
export const at = (name: string, path: string, more: Partial<Screen> = {}): Screen => ({
  name,
  open: ({ page }) => page.goto(path),
  ...more,
});

/** A screen that opens by a tap on another one. */
export const tapped = (name: string, path: string, button: string | RegExp): Screen => ({
  name,
  open: async ({ page }) => {
    await page.goto(path);
    await page.getByRole("button", { name: button }).first().tap();
  },
});

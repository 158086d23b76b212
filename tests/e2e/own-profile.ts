import { existsSync } from "node:fs";
import { chromium, test } from "playwright/test";
import { disposable } from "../support/disposable.ts";
import { skipFirstVisit } from "./fixtures/site.ts";

const CHROMIUM = "/usr/bin/chromium";

/** Debian's `chromium` also keeps a history and installs sites; the headless shell, which every run has, does not. */
export const isWholeBrowser = existsSync(CHROMIUM);

/** Opens a browser whose profile is in this folder, and which keeps pages that are left (bfcache), as visitors' do. */
export async function openWithProfile(profile: string, url: string) {
  const { launchOptions, ...phone } = test.info().project.use;
  const context = await chromium.launchPersistentContext(profile, {
    ...phone,
    ...launchOptions,
    ...(isWholeBrowser && { executablePath: CHROMIUM }),
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
    serviceWorkers: "allow",
    baseURL: url,
  });
  await skipFirstVisit(context, url);
  return disposable({ context, stop: () => context.close() });
}

import type { Engine } from "../../support/browser/engine.ts";
import { heading, hide, hydrated, named, type Steps, show, until } from "./steps.ts";

/* When an engine counts a page as left: it covers and locks what leaves the screen, not what gives way to the next page. */

const PIN = "2580";
/** A little longer than changing the page may take. */
const OLD_MS = 61_000;

const has = (mark: string) => `document.querySelector('html[data-${mark}]') !== null`;
const asks = "document.querySelector('dialog[aria-labelledby=locked]')?.open === true";
const fill = (dialog: string) => `(() => {
  for (const field of document.querySelectorAll('${dialog} input')) field.value = '${PIN}';
  return true;
})()`;
const removeLock = "(localStorage.removeItem('lock'), true)";
const shows = (title: string) => `${hydrated} && ${heading(title)} && !(${has("locked")})`;
/** Before that, going back sometimes went nowhere in Firefox. */
const isComplete = "document.readyState === 'complete'";
/** The router does not see it. */
const plainLink = (href: string) =>
  `document.body.appendChild(Object.assign(document.createElement('a'), { href: '${href}', text: '→' }))`;

async function setLock(engine: Engine, url: string) {
  await engine.open(`${url}/centersetting`);
  await until(engine, "the settings without a lock", shows("账号管理"));
  await engine.click(named("main label", "应用锁"));
  const dialog = "dialog[aria-label=打开应用锁]";
  await until(engine, "fields for a new PIN", `document.querySelector('${dialog} input') !== null`);
  await engine.read(fill(dialog));
  await engine.click(named(`${dialog} button`, "确定"));
  await until(engine, "a lock", "'lock' in localStorage && history.state.overlays === undefined");
}

/** The mark is kept in the tab, and a picture runs no script that renews it. */
async function expectOldMarkLocks(engine: Engine, url: string) {
  await engine.open(`${url}/favicon.svg`);
  await engine.read(`(sessionStorage.unlocked = Date.now() - ${OLD_MS})`);
  await engine.open(`${url}/history`);
  await until(engine, "the question in a tab that was restored", asks);
}

async function lockWhatIsLeft(engine: Engine, url: string) {
  await engine.read(removeLock);
  await setLock(engine, url);
  await hide(engine);
  await until(engine, "a covered page", has("covered"));
  await show(engine);
  await until(engine, "no cover, and the question", `!(${has("covered")}) && ${asks}`);
  await engine.read(fill("dialog[open]"));
  await engine.click(named("dialog[open] button", "解锁"));
  await until(engine, "the settings again", shows("账号管理"));

  await engine.click("document.querySelector('main a[href=\"/privacy\"]')");
  await until(engine, "the next page, by a link", shows("隐私"));
  await engine.click(plainLink("/history"));
  await until(engine, "the next document", `${shows("浏览历史")} && ${isComplete}`);
  await engine.back();
  await until(engine, "the document before it", shows("隐私"));
  await expectOldMarkLocks(engine, url);
  await engine.read(removeLock);
}

export const lock: Steps = { "locks what is left": lockWhatIsLeft };

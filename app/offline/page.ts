import "../styles/tokens.css";
import "../styles/base.css";
import { videoAddress } from "../addresses.ts";
import type { OpenedVideo } from "../device/storage-schema.ts";
import { isServerReachable, whenServerReachable } from "../navigation/server-reachable.ts";
import { texts } from "../texts/index.ts";
import styles from "./page.module.css";
import { type StoredLists, storedLists } from "./stored-lists.ts";

/** The offline page is not part of the app, whose pages need the server. */

const OWN_ADDRESS = "/offline.html";
const COVER_WIDTH = 360;
const MAX_ROWS = 30;

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
}

function drawPage(container: Element, lists: StoredLists, retry: () => void) {
  const words = texts.offline;
  const named: [string, readonly OpenedVideo[]][] = [
    [words.favourites, lists.favourites],
    [words.liked, lists.liked],
    [words.history, lists.history],
  ];
  const sections = named.flatMap(([name, videos]) =>
    videos.length > 0 ? section(name, videos) : [],
  );
  container.replaceChildren(
    element(
      "main",
      { className: styles.offline },
      element("h1", {}, words.title),
      element("p", {}, words.text),
      element("button", { type: "button", onclick: retry }, texts.lists.retry),
      ...(sections.length > 0
        ? sections
        : [element("p", { className: styles.nothing }, words.nothing)]),
    ),
  );
}

function section(name: string, videos: readonly OpenedVideo[]): HTMLElement {
  const rows = videos.slice(0, MAX_ROWS).map((video) => element("li", {}, row(video)));
  return element("section", {}, element("h2", {}, name), element("ul", {}, ...rows));
}

function row({ code, title, cover, duration }: OpenedVideo): HTMLElement {
  const box = element("span", { className: styles.cover });
  if (cover) {
    const picture = element("img", { alt: "", src: `${cover}?w=${COVER_WIDTH}` });
    picture.onerror = () => picture.remove();
    box.append(picture);
  }
  const text = element("span", {}, title, element("small", {}, duration));
  return element("a", { href: videoAddress(code), className: styles.row }, box, text);
}

function leaveOfflinePage() {
  if (window.location.pathname === OWN_ADDRESS) window.location.replace("/");
  else window.location.reload();
}

const retry = async () => {
  if (await isServerReachable()) leaveOfflinePage();
};

document.title = texts.offline.title;
drawPage(
  document.querySelector(".page") ?? document.body,
  storedLists(() => window.localStorage),
  retry,
);
whenServerReachable().then(leaveOfflinePage);

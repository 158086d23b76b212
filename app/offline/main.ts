import "../styles/tokens.css";
import "../styles/base.css";
import { texts } from "../texts.ts";
import { drawPage } from "./draw.ts";
import { remembered } from "./remembered.ts";

/**
 * The page that stands in for all others while there is no network. It is a program of its own, because the app's
 * pages need the server. It keeps the address of the page that was wanted, and shows that page as soon as it can.
 */

const POLL_MS = 5_000;
const OWN_ADDRESS = "/offline.html";

async function goOn(): Promise<void> {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => undefined);
  if (!answer?.ok) return;
  if (window.location.pathname === OWN_ADDRESS) window.location.replace("/");
  else window.location.reload();
}

document.title = texts.offline.title;
drawPage(document.querySelector(".page") ?? document.body, remembered(window.localStorage), goOn);
window.addEventListener("online", goOn);
setInterval(goOn, POLL_MS);

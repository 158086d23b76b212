import "../styles/tokens.css";
import "../styles/base.css";
import { serverAnswers, whenServerAnswers } from "../navigation/server-answers.ts";
import { texts } from "../texts/index.ts";
import { drawPage } from "./draw.ts";
import { remembered } from "./remembered.ts";

/**
 * The page that stands in for all others while there is no network. It is a program of its own, because the app's
 * pages need the server. It keeps the address of the page that was wanted, and shows that page as soon as it can.
 */

const OWN_ADDRESS = "/offline.html";

function goOn() {
  if (window.location.pathname === OWN_ADDRESS) window.location.replace("/");
  else window.location.reload();
}

const retry = async () => {
  if (await serverAnswers()) goOn();
};

document.title = texts.offline.title;
drawPage(document.querySelector(".page") ?? document.body, remembered(window.localStorage), retry);
whenServerAnswers().then(goOn);

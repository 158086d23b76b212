import type { MetaFunction } from "@remix-run/node";
import { texts } from "../../texts/index.ts";
import { pageTitle, stageColour } from "../../ui/layout/page-title.ts";
import styles from "./leave.module.css";

export const meta: MetaFunction = ({ matches }) => [
  ...pageTitle(texts.ageGate.left, matches),
  stageColour,
];

export default function Leave() {
  return (
    <main className={styles.left}>
      <h1>{texts.ageGate.left}</h1>
      <a href="/" className={styles.back}>
        {texts.ageGate.back}
      </a>
    </main>
  );
}

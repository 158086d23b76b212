import { useEffect, useState } from "react";
import { useGoBack } from "../../../navigation/use-go-back.ts";
import { texts } from "../../../texts/index.ts";
import styles from "./no-video.module.css";

const SECONDS = 3;

/** There is nothing to watch here. Without JavaScript the text is a way home. */
export function Leaving() {
  const goBack = useGoBack();
  const [seconds, setSeconds] = useState(SECONDS);
  useEffect(() => {
    const next = () => (seconds > 1 ? setSeconds(seconds - 1) : goBack());
    const timer = setTimeout(next, 1_000);
    return () => clearTimeout(timer);
  }, [seconds, goBack]);
  return (
    <main className={styles.message}>
      <a href="/">{texts.video.leaving(seconds)}</a>
    </main>
  );
}

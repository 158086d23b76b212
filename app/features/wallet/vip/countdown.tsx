import { useEffect, useState } from "react";
import { tabStorage, useTabStorage } from "../../../session/storage.ts";
import { texts } from "../../../texts/index.ts";
import styles from "./countdown.module.css";

const OFFER_MS = 15 * 60_000;
/** Twice a second, so that no second is skipped. */
const TICK_MS = 500;

const two = (value: number) => String(value).padStart(2, "0");

export function Countdown() {
  const since = useTabStorage("offerSince");
  const [now, setNow] = useState(0);
  useEffect(() => {
    tabStorage.update("offerSince", (since) => since || Date.now());
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);

  const passed = since > 0 && now > since ? now - since : 0;
  const left = Math.ceil(Math.max(0, OFFER_MS - passed) / 1_000);
  return (
    <div className={styles.countdown}>
      <span>{texts.vip.offer}</span>
      <span className={styles.digits} role="timer">
        <b>{two(Math.floor(left / 60))}</b>:<b>{two(left % 60)}</b>
      </span>
    </div>
  );
}

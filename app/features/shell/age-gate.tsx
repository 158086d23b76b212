import { useLocation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { ageAnswer } from "../../session/site.ts";
import { texts } from "../../texts/index.ts";
import { drawingHref } from "../../ui/media/icon.tsx";
import styles from "./age-gate.module.css";

const AGAIN_MS = 2_000;

/** Until the server knows, it registers nobody: said again on a line that comes and goes. */
function remember() {
  const again = () => void setTimeout(remember, AGAIN_MS);
  fetch("/adult", { method: "POST", keepalive: true }).then(
    ({ ok }) => (ok ? ageAnswer.change("remembered") : again()),
    again,
  );
}

/** Part of the document, so that it works without scripts. */
export function AgeGate() {
  const { pathname, search } = useLocation();
  const gate = useRef<HTMLDialogElement>(null);
  useEffect(() => gate.current?.focus(), []);

  const confirm = (event: FormEvent) => {
    event.preventDefault();
    ageAnswer.change("given");
    remember();
  };

  return (
    <dialog
      open
      ref={gate}
      tabIndex={-1}
      className={styles.gate}
      aria-modal="true"
      aria-labelledby="age-gate"
      aria-describedby="age-gate-text"
    >
      <div className={styles.inside}>
        <svg className={styles.logo} aria-hidden="true">
          <use href={drawingHref("logo")} />
        </svg>
        <h2 id="age-gate">{texts.ageGate.title}</h2>
        <p id="age-gate-text">{texts.ageGate.text}</p>
        <form
          method="post"
          action={`/adult?to=${encodeURIComponent(pathname + search)}`}
          className={styles.answers}
          onSubmit={confirm}
        >
          <button type="submit" className={styles.confirm}>
            {texts.ageGate.confirm}
          </button>
          <a
            href="/leave"
            className={styles.leave}
            onClick={(event) => {
              event.preventDefault();
              // so that going back leaves the site
              window.location.replace("/leave");
            }}
          >
            {texts.ageGate.leave}
          </a>
        </form>
        <small>{texts.ageGate.remembered}</small>
      </div>
    </dialog>
  );
}

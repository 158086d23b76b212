import type { MetaFunction } from "@remix-run/node";
import type { ChangeEvent } from "react";
import { type createStore, parsed } from "../../device/create-store.ts";
import { playerSchema, playerStorage } from "../../device/player-storage.ts";
import { deviceStorage } from "../../device/storage.ts";
import { fields, type StorageField } from "../../device/storage-fields.ts";
import { deviceSchema } from "../../device/storage-schema.ts";
import { texts } from "../../texts/index.ts";
import { Button, buttonClass } from "../../ui/basics/button.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { Page } from "../../ui/layout/page-header.tsx";
import { pageTitle } from "../../ui/layout/page-title.ts";
import styles from "./privacy.module.css";

const words = texts.privacy;

export const meta: MetaFunction = ({ matches }) => pageTitle(words.title, matches);

export default function Privacy() {
  return (
    <Page title={words.title}>
      <p className={styles.text}>{words.lead}</p>
      {words.places.map(({ title, note, items }) => (
        <section key={title} className={`panel ${styles.section}`}>
          <h2>{title}</h2>
          <p className={styles.text}>{note}</p>
          <dl>
            {items.map(([what, until]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{until}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section className={`panel ${styles.section}`}>
        <h2>{words.beyond.title}</h2>
        <p className={styles.text}>{words.beyond.text}</p>
      </section>
      <KeptFile />
      <Forget />
    </Page>
  );
}

type Shapes = Record<string, StorageField<unknown>>;

/** What a store has, by name, and the way back: the lock and names that are not the store's are left alone. */
function fileOf<Of extends Shapes>(store: ReturnType<typeof createStore<Of>>, shapes: Of) {
  const names = Object.keys(shapes).filter((name) => name !== "lock");
  return {
    read: () =>
      Object.fromEntries(
        names.filter((name) => store.raw(name)).map((name) => [name, store.read(name)]),
      ),
    write(stored: Record<string, unknown>) {
      const found = names.filter((name) => Object.hasOwn(stored, name));
      for (const name of found) store.update(name, () => stored[name] as never);
      return found.length > 0;
    },
  };
}

const files = [fileOf(deviceStorage, deviceSchema), fileOf(playerStorage, playerSchema)];

function saveFile() {
  const kept = Object.assign({}, ...files.map((file) => file.read()));
  const href = URL.createObjectURL(new Blob([JSON.stringify(kept, null, 2)]));
  Object.assign(document.createElement("a"), { href, download: words.export.fileName }).click();
  URL.revokeObjectURL(href);
}

async function loadFile({ currentTarget }: ChangeEvent<HTMLInputElement>) {
  const text = (await currentTarget.files?.[0]?.text()) ?? "";
  currentTarget.value = "";
  const stored = fields(parsed(text));
  const loaded = files.map((file) => file.write(stored)).includes(true);
  if (loaded) showToast(words.export.loaded, { kind: "done" });
  else showToast(words.export.unreadable, { kind: "failed" });
}

const KeptFile = () => (
  <section className={`panel ${styles.section} ${styles.scripted}`}>
    <h2>{words.export.title}</h2>
    <p className={styles.text}>{words.export.text}</p>
    <div className={styles.ways}>
      <Button kind="soft" size="dialog" onClick={saveFile}>
        {words.export.save}
      </Button>
      <label className={`${buttonClass({ kind: "soft", size: "dialog" })} ${styles.file}`}>
        <input
          type="file"
          accept="application/json,.json"
          className="overlaid"
          onChange={loadFile}
        />
        <span>{words.export.load}</span>
      </label>
    </div>
  </section>
);

/** A page from the browser's back-forward cache would show what was forgotten. */
const leaveForGood = () =>
  window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.replace("/"));

const Forget = () => (
  <details className={`panel ${styles.section}`}>
    <summary>{words.forget.title}</summary>
    <form method="post" action="/forget" onSubmit={leaveForGood}>
      <p className={styles.text}>{words.forget.text}</p>
      <label className={styles.account}>
        <input type="checkbox" name="account" />
        {words.forget.account}
      </label>
      <Button type="submit">{words.forget.confirm}</Button>
    </form>
  </details>
);

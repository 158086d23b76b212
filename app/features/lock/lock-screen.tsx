import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import { LONGEST_PIN, SHORTEST_PIN } from "../../../server/contract/rules.ts";
import { useDeviceStorage } from "../../device/storage.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/basics/button.tsx";
import { StatusIcon } from "../../ui/basics/icon.tsx";
import { Modal } from "../../ui/feedback/modal.tsx";
import { TextField } from "../../ui/form/form-field.tsx";
import { FormMessage } from "../../ui/form/form-message.tsx";
import { useRenderEvery, useSignalEffect } from "../../ui/paint.ts";
import { askAuthenticator, isPin, secondsToWait, setPin, unlock } from "./lock.ts";
import styles from "./lock-screen.module.css";

const words = texts.lock;
const PIN = new RegExp(`^\\d{${SHORTEST_PIN},${LONGEST_PIN}}$`);

interface PinFormProps {
  isNew?: boolean; // asks for a new PIN, twice
  action: string;
  onDone: () => void;
}

function PinForm({ isNew = false, action, onDone }: PinFormProps) {
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const seconds = useSecondsToWait();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const [pin = "", again = pin] = new FormData(form).getAll("pin").map(String);
    if (!PIN.test(pin)) return setError(words.rule);
    if (pin !== again) return setError(words.different);
    setBusy(true);
    if (isNew) await setPin(pin);
    const isRight = isNew || (await isPin(pin));
    setBusy(false);
    if (isRight) return onDone();
    form.reset();
    setError(words.wrong);
  };
  const field = {
    name: "pin",
    type: "password",
    inputMode: "numeric",
    autoComplete: "off",
    maxLength: LONGEST_PIN,
  } as const;
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <TextField {...field} label={isNew ? words.rule : words.pin} error={error} />
      {isNew && <TextField {...field} label={words.again} />}
      <Button type="submit" disabled={busy || seconds > 0}>
        {seconds > 0 ? words.wait(seconds) : action}
      </Button>
    </form>
  );
}

function useSecondsToWait() {
  const lock = useDeviceStorage("lock");
  useRenderEvery(500);
  return lock ? secondsToWait(lock) : 0;
}

type PinDialogProps = ComponentProps<typeof Modal> & Omit<PinFormProps, "action">;

export const PinDialog = ({ title, isNew, onDone, ...modal }: PinDialogProps) => (
  <Modal {...modal} className={styles.dialog} aria-label={title}>
    <h2>{title}</h2>
    <PinForm {...{ isNew, onDone }} action={texts.dialog.confirm} />
  </Modal>
);

export function LockScreen() {
  const lock = useDeviceStorage("lock");
  const [refused, setRefused] = useState("");
  const screen = useRef<HTMLDialogElement>(null);
  const show = () => screen.current?.open || screen.current?.showModal();

  useSignalEffect([], (signal) => {
    const comeToTheTop = ({ target }: { target: EventTarget | null }) => {
      if (screen.current?.contains(target as Node | null)) return;
      screen.current?.close();
      screen.current?.showModal();
    };
    comeToTheTop({ target: null });
    // a dialog that opens later would be above
    document.addEventListener("focusin", comeToTheTop, { signal });
  });
  // another tab may have removed the lock
  useEffect(() => {
    if (!lock) unlock();
  }, [lock]);
  if (!lock) return null;

  const ask = () => askAuthenticator(lock).then(unlock, () => setRefused(words.refused));
  return (
    // Escape closes even a dialog that refuses to be cancelled
    <dialog ref={screen} className={styles.screen} aria-labelledby="locked" onClose={show}>
      <div className={styles.inside}>
        <StatusIcon icon="lock" />
        <h2 id="locked">{words.locked}</h2>
        <PinForm action={words.unlock} onDone={unlock} />
        {lock.credential && (
          <Button kind="soft" onClick={ask}>
            {words.biometrics}
          </Button>
        )}
        <FormMessage kind="failed" text={refused} />
        <details>
          <summary>{words.forgotten}</summary>
          <form method="post" action="/forget">
            <p>{words.forgottenText}</p>
            <Button kind="soft" type="submit" name="lock" value="1">
              {words.clear}
            </Button>
          </form>
        </details>
      </div>
    </dialog>
  );
}

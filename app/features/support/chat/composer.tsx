import { Form } from "@remix-run/react";
import { type ChangeEvent, type FormEvent, type PointerEvent, useRef } from "react";
import { texts } from "../../../texts/index.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Icon } from "../../../ui/media/icon.tsx";
import type { SendAnswer } from "./chat.server.ts";
import styles from "./composer.module.css";
import { MAX_PICTURE_BYTES, MAX_TEXT, messageProblem, PICTURE_TYPES } from "./rules.ts";
import { useDraft } from "./use-draft.ts";
import type { Draft } from "./use-outbox.ts";

interface ComposerProps {
  answered?: SendAnswer;
  onSend: (draft: Draft) => void;
}

/** Where messages are written. A picture goes out as soon as it is chosen; without scripts with the button. */
export function Composer({ answered, onSend }: ComposerProps) {
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [text, write] = useDraft("chat", form, answered?.ok === false ? answered.text : "");

  const sendText = (event: FormEvent) => {
    event.preventDefault();
    const problem = messageProblem(text);
    field.current?.focus();
    if (problem) return showToast(problem, { kind: "failed" });
    onSend({ kind: "text", content: text.trim() });
    write("");
  };

  const sendPicture = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // the same picture may be chosen again
    currentTarget.value = "";
    if (!file) return;
    if (file.size > MAX_PICTURE_BYTES) return showToast(texts.chat.tooLarge, { kind: "failed" });
    onSend({ kind: "image", content: URL.createObjectURL(file), file });
  };

  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      className={styles.composer}
      onSubmit={sendText}
    >
      {answered?.ok === false && (
        <p role="alert" className={styles.problem}>
          {answered.message || texts.network}
        </p>
      )}
      <label className={styles.picture}>
        <Icon name="image" />
        <input
          type="file"
          name="picture"
          accept={PICTURE_TYPES}
          aria-label={texts.chat.sendPicture}
          onChange={sendPicture}
        />
      </label>
      <input
        ref={field}
        className={styles.field}
        name="text"
        aria-label={texts.chat.placeholder}
        placeholder={texts.chat.placeholder}
        maxLength={MAX_TEXT}
        enterKeyHint="send"
        autoComplete="off"
        value={text}
        onChange={(event) => write(event.target.value)}
      />
      <Button type="submit" size="row" onPointerDown={keepKeyboard}>
        {texts.chat.send}
      </Button>
    </Form>
  );
}

/** The field keeps the focus, so that a phone's keyboard stays where it is. */
const keepKeyboard = (event: PointerEvent) => event.preventDefault();

import { Form } from "@remix-run/react";
import {
  type ChangeEvent,
  type FormEvent,
  type KeyboardEvent,
  type PointerEvent,
  useRef,
} from "react";
import { MAX_UPLOAD_BYTES } from "../../../../server/contract/rules.ts";
import { failureText } from "../../../results/action-result.ts";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/basics/button.tsx";
import { Icon } from "../../../ui/basics/icon.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { MAX_TEXT, messageProblem, PICTURE_TYPES } from "../message-rules.ts";
import { useDraft } from "../use-draft.ts";
import type { SendResult } from "./chat.server.ts";
import styles from "./composer.module.css";
import type { Draft } from "./outbox.ts";

interface ComposerProps {
  result?: SendResult;
  onSend: (draft: Draft) => void;
}

export function Composer({ result, onSend }: ComposerProps) {
  const failure = result?.ok === false ? result : undefined;
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useDraft("chat", form, failure?.input?.text);

  const sendText = (event: FormEvent) => {
    event.preventDefault();
    const problem = messageProblem(text);
    field.current?.focus();
    if (problem) return showToast(problem, { kind: "failed" });
    onSend({ kind: "text", content: text.trim() });
    setText("");
  };

  const sendPicture = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = "";
    if (!file) return;
    if (file.size > MAX_UPLOAD_BYTES) return showToast(texts.chat.tooLarge, { kind: "failed" });
    onSend({ kind: "image", content: URL.createObjectURL(file), file });
  };

  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      className={styles.composer}
      data-bottom-bar=""
      onSubmit={sendText}
    >
      {failure && (
        <p role="alert" className={styles.problem}>
          {failureText(failure)}
        </p>
      )}
      <label className={`icon-button ${styles.picture}`}>
        <Icon name="image" />
        <input
          type="file"
          name="picture"
          accept={PICTURE_TYPES}
          aria-label={texts.chat.sendPicture}
          onChange={sendPicture}
        />
      </label>
      <div className={styles.field} data-text={text}>
        <textarea
          ref={field}
          name="text"
          rows={1}
          aria-label={texts.chat.placeholder}
          placeholder={texts.chat.placeholder}
          maxLength={MAX_TEXT}
          enterKeyHint="send"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={sendOnEnter}
        />
      </div>
      <Button type="submit" size="row" onPointerDown={keepKeyboard}>
        {texts.chat.send}
      </Button>
    </Form>
  );
}

/** Shift+Enter starts a new line; while an input method composes, Enter only commits the word. */
const sendOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
};

const keepKeyboard = (event: PointerEvent) => event.preventDefault();

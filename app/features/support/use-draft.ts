import { type RefObject, useEffect, useState } from "react";
import { readDraft, saveDraft } from "../../session/storage.ts";

/** Stores the field `text` on this device. Input before hydration takes precedence. */
export function useDraft(name: string, form: RefObject<HTMLFormElement>, initial = "") {
  const [text, setText] = useState(initial);

  useEffect(() => {
    const field = form.current?.elements.namedItem("text");
    const typed = field && "value" in field ? String(field.value) : "";
    setText(typed || readDraft(name));
  }, [name, form]);

  const write = (now: string) => {
    setText(now);
    saveDraft(name, now);
  };
  return [text, write] as const;
}

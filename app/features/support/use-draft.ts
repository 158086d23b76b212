import { type RefObject, useEffect, useRef, useState } from "react";
import { readDraft, saveDraft } from "../../device/storage.ts";
import { useMember } from "../../session/member.ts";

export function useDraft(name: string, form: RefObject<HTMLFormElement>, initial = "") {
  const [text, setText] = useState(initial);
  const member = useMember()?.code;
  const draft = member && `${name} ${member}`;
  const previous = useRef<string>();

  useEffect(() => {
    const field = form.current?.elements.namedItem("text");
    const typedBeforeLoad =
      !previous.current && field && "value" in field ? String(field.value) : "";
    previous.current = draft;
    setText(typedBeforeLoad || (draft ? readDraft(draft) : ""));
    if (draft && typedBeforeLoad) saveDraft(draft, typedBeforeLoad);
  }, [draft, form]);

  const write = (now: string) => {
    setText(now);
    if (draft) saveDraft(draft, now);
  };
  return [text, write] as const;
}

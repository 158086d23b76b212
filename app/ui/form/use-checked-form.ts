import { useActionData, useFetcher } from "@remix-run/react";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";

/** What is wrong with a form, by the names of its fields. */
export type FieldErrors = Partial<Record<string, string>>;

const nothingWrong: FieldErrors = {};

/**
 * A form that is checked before it is sent, with the rules that the server goes by too, and is sent once however
 * often the button is tapped. The first field with an error gets the focus. Without scripts the same action answers.
 *
 * @param check what is wrong with the form as it stands
 * @param onAnswer hears of each answer once, when the page knows what came of it
 */
export function useCheckedForm<Answer extends { errors?: FieldErrors }>(
  check: (form: FormData) => FieldErrors,
  onAnswer: (answer: Answer) => void,
) {
  const { Form, data, state } = useFetcher<Answer>();
  const posted = useActionData<Answer>();
  const form = useRef<HTMLFormElement>(null);
  const underWay = useRef(false);
  const told = useRef<unknown>();
  const [found, setFound] = useState<FieldErrors>();

  const answer = (data ?? posted) as Answer | undefined;
  const errors = found ?? answer?.errors ?? nothingWrong;

  useEffect(() => {
    if (state !== "idle") return;
    underWay.current = false;
    if (!data || told.current === data) return;
    told.current = data;
    onAnswer(data as Answer);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found here is about what was sent before
  useEffect(() => setFound(undefined), [data]);

  useFocusOnError(form, errors);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (underWay.current) return event.preventDefault();
    const wrong = check(new FormData(event.currentTarget));
    setFound(wrong);
    if (Object.keys(wrong).length > 0) event.preventDefault();
    else underWay.current = true;
  };

  return {
    Form,
    /** For the form itself. */
    form: { ref: form, method: "post", noValidate: true, onSubmit } as const,
    errors,
    /** What the server answered to a script. */
    answer: data as Answer | undefined,
    /** What the server answered to a form that the browser sent by itself. */
    posted: posted as Answer | undefined,
    sending: state !== "idle",
  };
}

/** Moves the focus to the first field that is wrong, with each answer that says so. */
export function useFocusOnError(form: RefObject<HTMLElement>, answer: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer is what it moves with
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, answer]);
}

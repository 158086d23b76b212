import { type FetcherWithComponents, useNavigation } from "@remix-run/react";
import {
  type EffectCallback,
  type FormEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import type { ActionResult, FieldErrors } from "../../../server/outcomes/actions.ts";
import { fieldErrors } from "../../results/action-result.ts";
import { showToast } from "../feedback/toast.tsx";
import { useOneSubmit } from "./use-one-submit.ts";

interface CheckedFormOptions<Data, Input> {
  fetcher: FetcherWithComponents<ActionResult<Data, Input>>;
  posted: ActionResult<Data, Input> | undefined; // the answer to a form that was sent without scripts
  check: (form: FormData) => FieldErrors;
  onDone: (data: Data) => void;
}

export function useCheckedForm<Data, Input>(options: CheckedFormOptions<Data, Input>) {
  const { posted, check, onDone } = options;
  const { Form, data, state } = options.fetcher;
  const form = useRef<HTMLFormElement>(null);
  const { begin } = useOneSubmit(state, data);
  const [found, setFound] = useState<FieldErrors>();

  const errors = found ?? fieldErrors(data ?? posted);

  useOnResult(data, (result) => {
    if (result.ok) onDone(result.data);
    else if (result.message) showToast(result.message, { kind: "failed" });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer replaces the errors found before sending
  useEffect(() => setFound(undefined), [data]);

  useFocusOnError(form, errors);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const wrong = check(new FormData(event.currentTarget));
    setFound(wrong);
    if (Object.keys(wrong).length > 0 || !begin()) event.preventDefault();
  };

  return {
    Form,
    form: { ref: form, method: "post", noValidate: true, onSubmit } as const,
    errors,
    clearErrors: () => setFound({}),
    result: data,
    posted: posted?.ok === false ? posted : undefined,
    sending: state !== "idle",
  };
}

/** A form that Remix sends and whose errors the page shows. */
export function usePostedForm<Data, Input>(result: ActionResult<Data, Input> | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const { state } = useNavigation();
  const { onSubmit } = useOneSubmit(state, result);
  useFocusOnError(form, result);
  return {
    form: { ref: form, method: "post", noValidate: true, onSubmit } as const,
    errors: fieldErrors(result),
    failure: result?.ok === false ? result : undefined,
    sending: state === "submitting",
  };
}

export function useFocusOnError(form: RefObject<HTMLElement>, answer: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per answer
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, answer]);
}

/** Calls `onResult` once for each answer that a fetcher gets. What it returns cleans up, as in an effect. */
export function useOnResult<Result extends object>(
  data: Result | undefined,
  onResult: (result: Result) => ReturnType<EffectCallback>,
) {
  const latest = useRef(onResult);
  latest.current = onResult;
  useEffect(() => (data ? latest.current(data) : undefined), [data]);
}

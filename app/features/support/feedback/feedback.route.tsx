import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { type FormEvent, useRef, useState } from "react";
import { useGoBack } from "../../../navigation/use-go-back.ts";
import { offlineClientAction } from "../../../results/offline-results.ts";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/basics/button.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { Counter, TextArea } from "../../../ui/form/form-field.tsx";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { useOnResult } from "../../../ui/form/use-checked-form.ts";
import { useOneSubmit } from "../../../ui/form/use-one-submit.ts";
import { Page } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { feedbackProblem, MAX_TEXT } from "../message-rules.ts";
import { useDraft } from "../use-draft.ts";
import { type FeedbackResult, sendFeedback } from "./feedback.server.ts";

export const loader = ({ context }: LoaderFunctionArgs) => ({
  flashMessage: context.takeFlash(),
});

export const clientLoader = () => ({ flashMessage: undefined });

export const action = ({ context, request }: ActionFunctionArgs) => sendFeedback(context, request);

export const clientAction = offlineClientAction;

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.feedback.title, matches);

export default function Feedback() {
  const { flashMessage } = useLoaderData<typeof loader>();
  const result = useActionData<FeedbackResult>();
  const failure = result?.ok === false ? result : undefined;
  return (
    <Page title={texts.feedback.title}>
      <FormMessage kind="failed" text={failure?.message} />
      {!result && <FormMessage kind="done" text={flashMessage} />}
      <FeedbackForm failure={failure} />
    </Page>
  );
}

interface FeedbackFormProps {
  failure?: FeedbackResult & { ok: false };
}

function FeedbackForm({ failure }: FeedbackFormProps) {
  const { Form, data, state } = useFetcher<FeedbackResult>();
  const { begin } = useOneSubmit(state, data);
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useDraft("feedback", form, failure?.input?.text);
  const [problem, setProblem] = useState(failure?.errors.text ?? "");
  const goBack = useGoBack();

  useOnResult(data, (result) => {
    if (result.ok) {
      setText("");
      showToast(texts.feedback.thanks, { kind: "done" });
      goBack();
    } else if (result.errors.text) setProblem(result.errors.text);
    else showToast(result.message, { kind: "failed" });
  });

  const check = (event: FormEvent<HTMLFormElement>) => {
    const found = feedbackProblem(text);
    setProblem(found);
    if (!found && begin()) return;
    event.preventDefault();
    if (!found) return;
    event.currentTarget.querySelector("textarea")?.focus();
  };

  return (
    <Form ref={form} method="post" onSubmit={check} className="panel fields" noValidate>
      <TextArea
        label={texts.feedback.label}
        name="text"
        rows={8}
        maxLength={MAX_TEXT}
        placeholder={texts.feedback.placeholder}
        value={text}
        error={problem}
        trailing={<Counter used={text.length} most={MAX_TEXT} />}
        onChange={(event) => {
          setText(event.target.value);
          setProblem("");
        }}
      />
      <Button type="submit" disabled={state !== "idle"}>
        {texts.feedback.submit}
      </Button>
    </Form>
  );
}

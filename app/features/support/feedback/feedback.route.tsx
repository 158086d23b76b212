import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { useGoBack } from "../../../navigation/use-go-back.ts";
import { offlineClientAction } from "../../../results/offline-results.ts";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/basics/button.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { Counter, TextArea } from "../../../ui/form/form-field.tsx";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { useCheckedForm } from "../../../ui/form/use-checked-form.ts";
import { Page } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { feedbackErrors, MAX_TEXT } from "../message-rules.ts";
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
  const goBack = useGoBack();
  const { Form, form, errors, clearErrors, posted, sending } = useCheckedForm({
    fetcher: useFetcher<FeedbackResult>(),
    posted: useActionData<FeedbackResult>(),
    check: () => feedbackErrors(text),
    onDone: () => {
      setText("");
      showToast(texts.feedback.thanks, { kind: "done" });
      goBack();
    },
  });
  const [text, setText] = useDraft("feedback", form.ref, posted?.input?.text);
  return (
    <Page title={texts.feedback.title}>
      <FormMessage kind="failed" text={posted?.message} />
      {!posted && <FormMessage kind="done" text={flashMessage} />}
      <Form {...form} className="panel fields">
        <TextArea
          label={texts.feedback.label}
          name="text"
          rows={8}
          maxLength={MAX_TEXT}
          placeholder={texts.feedback.placeholder}
          value={text}
          error={errors.text}
          trailing={<Counter used={text.length} most={MAX_TEXT} />}
          onChange={(event) => {
            setText(event.target.value);
            clearErrors();
          }}
        />
        <Button type="submit" disabled={sending}>
          {texts.feedback.submit}
        </Button>
      </Form>
    </Page>
  );
}

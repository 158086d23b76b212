import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { offlineClientAction } from "../../../navigation/or-offline.ts";
import { texts } from "../../../texts/index.ts";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { type FeedbackResult, sendFeedback } from "./feedback.server.ts";
import { FeedbackForm } from "./feedback-form.tsx";

export const loader = ({ context }: LoaderFunctionArgs) => ({
  flashMessage: context.takeFlash(),
});

/** Who comes here by a link was led here by no form: there is nothing to ask the server. */
export const clientLoader = () => ({ flashMessage: undefined });

export const action = ({ context, request }: ActionFunctionArgs) => sendFeedback(context, request);

export const clientAction = offlineClientAction;

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.feedback.title, matches);

export default function Feedback() {
  const { flashMessage } = useLoaderData<typeof loader>();
  const result = useActionData<FeedbackResult>();
  const failure = result?.ok === false ? result : undefined;
  return (
    <div className="page">
      <PageHeader title={texts.feedback.title} />
      <main className="content">
        {failure?.message && <FormMessage kind="failed" text={failure.message} />}
        {flashMessage && !result && <FormMessage kind="done" text={flashMessage} />}
        <FeedbackForm failure={failure} />
      </main>
    </div>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { orOffline } from "../../../navigation/or-offline.ts";
import { texts } from "../../../texts/index.ts";
import { FormNews } from "../../../ui/form/form-message.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { type FeedbackAnswer, sendFeedback } from "./feedback.server.ts";
import { FeedbackForm } from "./feedback-form.tsx";

export const loader = ({ context }: LoaderFunctionArgs) => ({ news: context.takeFlash() });

/** Who comes here by a link was led here by no form: there is nothing to ask the server. */
export const clientLoader = () => ({ news: undefined });

export const action = ({ context, request }: ActionFunctionArgs) => sendFeedback(context, request);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orOffline(serverAction<FeedbackAnswer>());

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.feedback.title, matches);

export default function Feedback() {
  const { news } = useLoaderData<typeof loader>();
  const answer = useActionData<FeedbackAnswer>();
  const failure = answer && !answer.ok && !answer.problem ? answer : undefined;
  return (
    <div className="page">
      <PageHeader title={texts.feedback.title} />
      <main className="content">
        {failure && <FormNews kind="failed" text={failure.message || texts.network} />}
        {news && !answer && <FormNews kind="done" text={news} />}
        <FeedbackForm answered={answer} />
      </main>
    </div>
  );
}

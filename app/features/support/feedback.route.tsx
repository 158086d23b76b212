import type { ActionFunctionArgs, HeadersFunction, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useSearchParams } from "@remix-run/react";
import { orOffline } from "../../hooks/or-offline.ts";
import { texts } from "../../texts.ts";
import { FormNews } from "../../ui/form-news.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { pageTitle } from "../../ui/page-title.ts";
import { type FeedbackAnswer, sendFeedback } from "./feedback.server.ts";
import { FeedbackForm } from "./feedback-form.tsx";

export const action = ({ context, request }: ActionFunctionArgs) => sendFeedback(context, request);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orOffline(serverAction<FeedbackAnswer>());

export const headers: HeadersFunction = () => ({ "cache-control": "private, no-store" });

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.feedback.title, matches);

export default function Feedback() {
  const [params] = useSearchParams();
  const answer = useActionData<FeedbackAnswer>();
  return (
    <div className="page">
      <PageHeader title={texts.feedback.title} />
      <main className="content">
        {params.has("sent") && <FormNews kind="done" text={texts.feedback.thanks} />}
        {answer && !answer.ok && !answer.problem && (
          <FormNews kind="failed" text={answer.message || texts.network} />
        )}
        <FeedbackForm answered={answer} />
      </main>
    </div>
  );
}

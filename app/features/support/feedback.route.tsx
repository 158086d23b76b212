import type { ActionFunctionArgs, HeadersFunction, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useSearchParams } from "@remix-run/react";
import { orOffline } from "../../hooks/or-offline.ts";
import { texts } from "../../texts.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { pageTitle } from "../../ui/page-title.ts";
import styles from "./feedback.module.css";
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
      <main className={styles.main}>
        {params.has("sent") && (
          <p role="status" className={styles.thanks}>
            {texts.feedback.thanks}
          </p>
        )}
        {answer && !answer.ok && !answer.problem && (
          <p role="alert" className={styles.failed}>
            {answer.message || texts.network}
          </p>
        )}
        <FeedbackForm answered={answer} />
      </main>
    </div>
  );
}

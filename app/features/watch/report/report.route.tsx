import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { ActionResult } from "../../../../server/outcomes/actions.ts";
import { videoAddress } from "../../../addresses.ts";
import { offlineClientAction } from "../../../results/offline-results.ts";
import { texts } from "../../../texts/index.ts";
import { ButtonLink } from "../../../ui/basics/button.tsx";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { MissingVideo } from "../no-video.tsx";
import styles from "./report.module.css";
import { reportedVideo, sendReport } from "./report.server.ts";
import { MAX_NOTE_LENGTH, ReportFields } from "./report.tsx";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const video = await reportedVideo(context, searchParams.get("video"));
  const problem = searchParams.get("problem")?.slice(0, MAX_NOTE_LENGTH);
  return { video, problem, flashMessage: context.takeFlash() };
}

export const action = ({ context, request }: ActionFunctionArgs) => sendReport(context, request);

export const clientAction = offlineClientAction;

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.report.title, matches);

export default function ReportPage() {
  const { video, problem, flashMessage } = useLoaderData<typeof loader>();
  const result = useActionData<ActionResult>();
  const done = result?.ok ? texts.report.sent : flashMessage;
  return (
    <div className="page">
      <PageHeader title={texts.report.title} />
      {!video && <MissingVideo />}
      {video && (
        <main className={styles.page}>
          <h2>{video.title}</h2>
          {done ? (
            <>
              <FormMessage kind="done" text={done} />
              <ButtonLink to={videoAddress(video.code)} kind="soft">
                {texts.reportForm.backToVideo}
              </ButtonLink>
            </>
          ) : (
            <Form method="post" noValidate className={`panel ${styles.panel}`}>
              <ReportFields code={video.code} result={result} {...(problem && { problem })} />
            </Form>
          )}
        </main>
      )}
    </div>
  );
}

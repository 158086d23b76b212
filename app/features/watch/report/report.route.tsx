import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useLoaderData,
} from "@remix-run/react";
import { videoAddress } from "../../../navigation/addresses.ts";
import { orElse } from "../../../session/session-ending.ts";
import { texts } from "../../../texts/index.ts";
import { ButtonLink } from "../../../ui/form/button.tsx";
import { FormNews } from "../../../ui/form/form-message.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { MissingVideo } from "../page/no-video.tsx";
import styles from "./report.module.css";
import { answerToReport, type ReportAnswer, reportedVideo } from "./report.server.ts";
import { ReportFields } from "./report.tsx";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const video = await reportedVideo(context, searchParams.get("video"));
  return { video, news: context.takeFlash() };
}

export const action = ({ context, request }: ActionFunctionArgs) =>
  answerToReport(context, request);

export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return serverAction<ReportAnswer>().catch(orElse(notSent(texts.network)));
}

const notSent = (message: string): ReportAnswer => ({ sent: false, field: "video", message });

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.report.title, matches);

/** For visitors without scripts; the others get the form as a sheet over the video. */
export default function ReportPage() {
  const { video, news } = useLoaderData<typeof loader>();
  const answer = useActionData<ReportAnswer>();
  return (
    <div className="page">
      <PageHeader title={texts.report.title} />
      {!video && <MissingVideo />}
      {video && (
        <main className={styles.page}>
          <h2>{video.title}</h2>
          {news ? (
            <>
              <FormNews kind="done" text={news} />
              <ButtonLink to={videoAddress(video.code)} kind="soft">
                {texts.report.backToVideo}
              </ButtonLink>
            </>
          ) : (
            <Form method="post" noValidate className={`panel ${styles.panel}`}>
              <ReportFields code={video.code} answer={answer} />
            </Form>
          )}
        </main>
      )}
    </div>
  );
}

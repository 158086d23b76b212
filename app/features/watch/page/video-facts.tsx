import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { ActionResult } from "../../../../server/outcomes/actions.ts";
import { texts } from "../../../texts/index.ts";
import { Icon } from "../../../ui/basics/icon.tsx";
import { Sheet } from "../../../ui/feedback/sheet.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { useOneSubmit } from "../../../ui/form/use-one-submit.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { closeWithToast, useOnDemand } from "../../../ui/use-on-demand.ts";
import reportStyles from "../report/report.module.css";
import type { WatchPageVideo } from "../watch.server.ts";
import styles from "./video-facts.module.css";

interface VideoFactsProps {
  video: WatchPageVideo;
  duration: string; // of the playing episode
}

export function VideoFacts({ video, duration }: VideoFactsProps) {
  return (
    <div className={styles.facts}>
      <h2>{video.title}</h2>
      <div className={styles.meta}>
        <span>
          <Icon name="flame" size={14} />
          {formatCount(video.hot)}
        </span>
        {duration && <span>{duration}</span>}
        {video.date && <time dateTime={video.date}>{video.date}</time>}
        <Report code={video.code} />
      </div>
      {video.introduction && <Introduction key={video.code} text={video.introduction} />}
    </div>
  );
}

function Introduction({ text }: { text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [fits, setFits] = useState(false);

  useEffect(() => {
    const element = paragraph.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => {
      const unfolded = element.closest("details")?.open;
      if (!unfolded) setFits(element.scrollHeight <= element.clientHeight + 1);
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);

  return (
    <details className={styles.introduction} data-fits={fits}>
      <summary>
        <p ref={paragraph}>{text}</p>
        <Icon name="down" size={18} />
      </summary>
    </details>
  );
}

const fetchFields = () => import("../report/report.tsx").then(({ ReportFields }) => ReportFields);

function Report({ code }: { code: string }) {
  const { Form, data, state } = useFetcher<ActionResult>();
  const { onSubmit } = useOneSubmit(state, data);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Fields = useOnDemand(fetchFields, open, closeWithToast(close));

  useEffect(() => {
    if (state !== "idle" || !data?.ok) return;
    setOpen(false);
    showToast(texts.report.sent, { kind: "done" });
  }, [state, data]);

  return (
    <>
      <form
        action="/report"
        onSubmit={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        <input type="hidden" name="video" value={code} />
        <button type="submit" className={reportStyles.button}>
          <Icon name="alert" size={16} />
          {texts.report.title}
        </button>
      </form>
      <Sheet open={open && Fields !== undefined} title={texts.report.title} onClose={close}>
        <Form method="post" action="/report" noValidate onSubmit={onSubmit}>
          {Fields && <Fields code={code} result={data} busy={state !== "idle"} />}
        </Form>
      </Sheet>
    </>
  );
}

import { useState } from "react";
import { MAX_UPLOAD_BYTES } from "../../../server/contract/rules.ts";
import type { PictureUse } from "../../../server/media/uploads.ts";
import type { ActionFailure, FailureReason } from "../../../server/outcomes/actions.ts";
import type { SessionEnding } from "../../../server/upstream-client/errors.ts";
import type { UploadResult } from "../../resources/upload.route.ts";
import { actionFailed } from "../../results/action-result.ts";
import { notifySessionEnded } from "../../session/session-ended.tsx";
import { texts } from "../../texts/index.ts";
import { useSignalEffect } from "../paint.ts";

export type Upload =
  | { state: "none" }
  | { state: "sending"; preview: string; percent: number }
  | { state: "failed"; preview: string; message: string; mayRetry: boolean }
  | { state: "uploaded"; preview: string; reference: string }
  | { state: "used"; preview: string };

export function useUpload(use: PictureUse) {
  const [upload, setUpload] = useState<Upload>({ state: "none" });
  const [chosen, choose] = useState<{ file: File }>(); // a new object is sent again

  useSignalEffect([chosen, use], (signal) => {
    if (!chosen) return;
    const { file } = chosen;
    const preview = URL.createObjectURL(file);
    signal.addEventListener("abort", () => URL.revokeObjectURL(preview));
    const finish = (result: UploadResult) =>
      setUpload(
        result.ok
          ? { state: "uploaded", preview, reference: result.data.reference }
          : { state: "failed", preview, message: result.message, mayRetry: mayRetry(result) },
      );
    if (file.size > MAX_UPLOAD_BYTES)
      return finish(actionFailed({ reason: "invalid", message: texts.upload.large }));
    const showSent = (percent: number) => setUpload({ state: "sending", preview, percent });
    showSent(0);
    void sendFile(file, use, showSent, signal).then(finish);
  });

  return {
    current: upload,
    choose: (file: File) => choose({ file }),
    retry: () => choose((now) => now && { ...now }),
    markUsed() {
      setUpload((now) =>
        now.state === "uploaded" ? { state: "used", preview: now.preview } : now,
      );
    },
    clear() {
      choose(undefined);
      setUpload({ state: "none" });
    },
  };
}

const TIMEOUT_MS = 60_000;

const mayRetry = ({ reason }: ActionFailure) => reason !== "invalid";

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
const sendFile = (
  file: File,
  use: PictureUse,
  onSent: (percent: number) => void,
  signal: AbortSignal,
) =>
  new Promise<UploadResult>((resolve) => {
    const form = new FormData();
    form.set("use", use);
    form.set("file", file);

    const request = new XMLHttpRequest();
    request.open("POST", "/upload");
    request.responseType = "json";
    request.timeout = TIMEOUT_MS;
    request.upload.onprogress = ({ loaded, total }) => onSent(Math.floor((100 * loaded) / total));
    request.onload = () => {
      const answer = request.response as UploadResult | { ended: SessionEnding } | null;
      if (answer && "ended" in answer) notifySessionEnded(answer.ended);
      // a proxy may send some other response
      resolve(answer && "ok" in answer ? answer : failed("unavailable"));
    };
    request.onerror = () => resolve(failed("offline"));
    request.ontimeout = request.onerror;
    request.send(form);
    signal.addEventListener("abort", () => request.abort());
  });

const failed = (reason: FailureReason) => actionFailed({ reason, message: texts.upload.failed });

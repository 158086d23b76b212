import { useCallback, useEffect, useRef, useState } from "react";
import { MAX_UPLOAD_BYTES } from "../../../server/contract/rules.ts";
import type { PictureUse } from "../../../server/media/uploads.ts";
import type { ActionFailure, FailureReason } from "../../../server/outcomes/actions.ts";
import type { SessionEnding } from "../../../server/upstream-client/errors.ts";
import type { UploadResult } from "../../resources/upload.route.ts";
import { actionFailed } from "../../results/action-result.ts";
import { notifySessionEnded } from "../../session/session-ended.tsx";
import { texts } from "../../texts/index.ts";

export type Upload =
  | { state: "none" }
  | { state: "sending"; preview: string; percent: number }
  | { state: "failed"; preview: string; message: string; mayRetry: boolean }
  | { state: "uploaded"; preview: string; reference: string }
  | { state: "used"; preview: string };

interface Chosen {
  file: File;
  preview: string;
  stop: () => void;
}

export function useUpload(use: PictureUse) {
  const [upload, setUpload] = useState<Upload>({ state: "none" });
  const chosen = useRef<Chosen>();

  const discard = useCallback(() => {
    if (!chosen.current) return;
    chosen.current.stop();
    URL.revokeObjectURL(chosen.current.preview);
    chosen.current = undefined;
  }, []);
  useEffect(() => discard, [discard]);

  const send = ({ file, preview }: Chosen) => {
    const finish = (result: UploadResult) =>
      setUpload(
        result.ok
          ? { state: "uploaded", preview, reference: result.data.reference }
          : { state: "failed", preview, message: result.message, mayRetry: mayRetry(result) },
      );
    if (file.size > MAX_UPLOAD_BYTES) {
      finish(actionFailed({ reason: "invalid", message: texts.upload.large }));
      return () => {};
    }
    setUpload({ state: "sending", preview, percent: 0 });
    return sendFile(file, use, {
      sent: (percent) => setUpload({ state: "sending", preview, percent }),
      finish,
    });
  };

  return {
    current: upload,
    choose(file: File) {
      discard();
      chosen.current = { file, preview: URL.createObjectURL(file), stop: () => {} };
      chosen.current.stop = send(chosen.current);
    },
    retry() {
      if (chosen.current) chosen.current.stop = send(chosen.current);
    },
    markUsed() {
      setUpload((now) =>
        now.state === "uploaded" ? { state: "used", preview: now.preview } : now,
      );
    },
    clear() {
      discard();
      setUpload({ state: "none" });
    },
  };
}

const TIMEOUT_MS = 60_000;

const mayRetry = ({ reason }: ActionFailure) => reason !== "invalid";

interface Listener {
  sent: (percent: number) => void;
  finish: (result: UploadResult) => void;
}

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
function sendFile(file: File, use: PictureUse, listener: Listener): () => void {
  const form = new FormData();
  form.set("use", use);
  form.set("file", file);

  const request = new XMLHttpRequest();
  request.open("POST", "/upload");
  request.responseType = "json";
  request.timeout = TIMEOUT_MS;
  request.upload.onprogress = ({ loaded, total }) =>
    listener.sent(Math.floor((100 * loaded) / total));
  request.onload = () => {
    const answer = request.response as UploadResult | { ended: SessionEnding } | null;
    if (answer && "ended" in answer) notifySessionEnded(answer.ended);
    // a proxy may send some other response
    listener.finish(answer && "ok" in answer ? answer : failed("unavailable"));
  };
  request.onerror = () => listener.finish(failed("offline"));
  request.ontimeout = request.onerror;
  request.send(form);
  return () => request.abort();
}

const failed = (reason: FailureReason) => actionFailed({ reason, message: texts.upload.failed });

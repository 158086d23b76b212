import { useCallback, useEffect, useRef, useState } from "react";
import { MAX_UPLOAD_BYTES } from "../../../server/contract/rules.ts";
import type { PictureUse } from "../../../server/media/uploads.ts";
import { type Ending, notifySessionEnded } from "../../session/session-ending.ts";
import { texts } from "../../texts/index.ts";

export type Upload =
  | { state: "none" }
  | { state: "sending"; preview: string; percent: number }
  /** `again`: whether a retry may succeed. */
  | { state: "failed"; preview: string; message: string; again: boolean }
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

  const leave = useCallback(() => {
    if (!chosen.current) return;
    chosen.current.stop();
    URL.revokeObjectURL(chosen.current.preview);
    chosen.current = undefined;
  }, []);
  useEffect(() => leave, [leave]);

  const send = ({ file, preview }: Chosen) => {
    const failed = (message: string, again: boolean) =>
      setUpload({ state: "failed", preview, message, again });
    if (file.size > MAX_UPLOAD_BYTES) {
      failed(texts.upload.large, false);
      return () => {};
    }
    setUpload({ state: "sending", preview, percent: 0 });
    return sendFile(file, use, {
      sent: (percent) => setUpload({ state: "sending", preview, percent }),
      uploaded: (reference) => setUpload({ state: "uploaded", preview, reference }),
      failed,
    });
  };

  return {
    upload,
    choose(file: File) {
      leave();
      chosen.current = { file, preview: URL.createObjectURL(file), stop: () => {} };
      chosen.current.stop = send(chosen.current);
    },
    retry() {
      if (chosen.current) chosen.current.stop = send(chosen.current);
    },
    use() {
      setUpload((now) =>
        now.state === "uploaded" ? { state: "used", preview: now.preview } : now,
      );
    },
    forget() {
      leave();
      setUpload({ state: "none" });
    },
  };
}

const TIMEOUT_MS = 60_000;

interface Listener {
  sent: (percent: number) => void;
  uploaded: (reference: string) => void;
  failed: (message: string, again: boolean) => void;
}

/** XMLHttpRequest, because fetch has no upload progress. Returns a function that aborts. */
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
    // a proxy may respond with something else
    const { reference, message, again = true, ended } = (request.response ?? {}) as Answer;
    if (ended) notifySessionEnded(ended);
    if (reference) listener.uploaded(reference);
    else listener.failed(message ?? texts.upload.failed, again);
  };
  request.onerror = () => listener.failed(texts.upload.failed, true);
  request.ontimeout = request.onerror;
  request.send(form);
  return () => request.abort();
}

interface Answer {
  reference?: string;
  message?: string;
  again?: boolean;
  ended?: Ending;
}

import type { PictureUse } from "../../../server/media/uploads.ts";
import { type Ending, tellEnding } from "../../session/session-ending.ts";
import { texts } from "../../texts/index.ts";

const TIMEOUT_MS = 60_000;

interface Listener {
  sent: (percent: number) => void;
  kept: (reference: string) => void;
  failed: (message: string, again: boolean) => void;
}

/** Sends a picture and tells how far it is, which fetch cannot. The answer stops it. */
export function sendPicture(file: File, use: PictureUse, listener: Listener): () => void {
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
    // a proxy that answers instead of the site may send something else
    const { reference, message, again = true, ended } = (request.response ?? {}) as Answer;
    if (ended) tellEnding(ended);
    if (reference) listener.kept(reference);
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

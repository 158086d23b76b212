import { type ReactNode, useId } from "react";
import { texts } from "../../texts/index.ts";
import { Button } from "../basics/button.tsx";
import { Icon, IconDisc } from "../basics/icon.tsx";
import styles from "./picture-upload.module.css";
import type { Upload, useUpload } from "./use-upload.ts";

interface PictureUploadProps {
  name: string;
  label: string;
  hints: { choose: string; uploaded: string };
  upload: ReturnType<typeof useUpload>;
  children: ReactNode;
  shape: "round" | "tile";
  warning?: string;
}

export function PictureUpload(props: PictureUploadProps) {
  const { name, label, hints, shape, children, warning } = props;
  const { current: upload, choose, retry } = props.upload;
  const problem = upload.state === "failed" ? upload.message : warning;
  const id = useId();
  return (
    <div className={`${styles.upload} ${styles[shape]}`}>
      <label className={styles.picture} htmlFor={id}>
        {hasPreview(upload) ? <img src={upload.preview} alt="" /> : children}
        {upload.state === "sending" && <span className={styles.veil}>{upload.percent}%</span>}
        <IconDisc name={shape === "round" ? "edit" : "plus"} size={16} className={styles.mark} />
      </label>
      <input
        id={id}
        type="file"
        accept="image/*"
        className="visually-hidden"
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-error`}
        onClick={({ currentTarget }) => {
          currentTarget.value = "";
        }}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) choose(file);
        }}
      />
      <div className={styles.words}>
        <p id={`${id}-name`} className={styles.name}>
          {label}
        </p>
        <p>{upload.state === "uploaded" ? hints.uploaded : hints.choose}</p>
        {upload.state === "sending" && (
          <progress max={100} value={upload.percent} aria-label={texts.upload.sending} />
        )}
        <p id={`${id}-error`} role="alert" className={styles.failure}>
          {problem && (
            <>
              <Icon name="alert" size={16} />
              {problem}
            </>
          )}
        </p>
        {upload.state === "failed" && upload.mayRetry && (
          <Button kind="tint" size="row" onClick={retry}>
            {texts.lists.retry}
          </Button>
        )}
      </div>
      <input
        type="hidden"
        name={name}
        value={upload.state === "uploaded" ? upload.reference : ""}
      />
    </div>
  );
}

const hasPreview = (upload: Upload): upload is Extract<Upload, { preview: string }> =>
  "preview" in upload && !(upload.state === "failed" && !upload.mayRetry);

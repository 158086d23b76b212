import {
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import { Icon } from "../basics/icon.tsx";
import styles from "./form-field.module.css";

interface FieldProps {
  label: string;
  error?: string;
  trailing?: ReactNode;
}

export const TextField = (props: FieldProps & InputHTMLAttributes<HTMLInputElement>) => (
  <Field of="input" {...props} />
);

export const TextArea = (props: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <Field of="textarea" {...props} />
);

type OfControl = FieldProps & { of: "input" | "textarea" };

function Field({ of: Control, label, error, trailing, ...attributes }: OfControl) {
  const id = useId();
  const errorId = `${id}-error`;
  const invalid = error && { autoFocus: true, "aria-invalid": true, "aria-describedby": errorId };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <Control id={id} {...attributes} {...invalid} />
        {trailing}
      </div>
      {error && <FieldError id={errorId} text={error} />}
    </div>
  );
}

export const FieldError = ({ id, text }: { id: string; text: string }) => (
  <p id={id} role="alert" className={styles.error}>
    <Icon name="alert" size={16} />
    {text}
  </p>
);

export const Counter = ({ used, most }: { used: number; most: number }) => (
  <span aria-hidden="true" className={`${styles.counter} ${used > most ? styles.over : ""}`}>
    {used}/{most}
  </span>
);

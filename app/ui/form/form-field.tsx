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

type TextFieldProps = FieldProps & InputHTMLAttributes<HTMLInputElement>;

export function TextField({ label, error, trailing, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame {...{ id, label, error, trailing }}>
      <input id={id} {...input} {...errorAttributes(id, error)} />
    </FieldFrame>
  );
}

type TextAreaProps = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function TextArea({ label, error, trailing, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame {...{ id, label, error, trailing }}>
      <textarea id={id} {...area} {...errorAttributes(id, error)} />
    </FieldFrame>
  );
}

const errorAttributes = (id: string, error: string | undefined) =>
  error ? { autoFocus: true, "aria-invalid": true, "aria-describedby": `${id}-error` } : {};

function FieldFrame({
  id,
  label,
  error,
  trailing,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        {children}
        {trailing}
      </div>
      {error && <FieldError id={`${id}-error`} text={error} />}
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

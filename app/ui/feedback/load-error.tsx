import { useLocation, useRevalidator } from "@remix-run/react";
import { texts } from "../../texts/index.ts";
import { Button } from "../basics/button.tsx";
import { StatusIcon } from "../basics/icon.tsx";
import styles from "./load-error.module.css";

export function LoadError({ message, small = false }: { message?: string; small?: boolean }) {
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  return (
    <form
      className={`${styles.failure} ${small ? styles.small : ""}`}
      action={pathname + search}
      onSubmit={(event) => {
        event.preventDefault();
        revalidate();
      }}
    >
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {!small && <StatusIcon icon="alert" />}
      <p role="alert">{message || texts.network}</p>
      <Button
        type="submit"
        kind={small ? "soft" : "tint"}
        size={small ? "row" : "dialog"}
        disabled={state === "loading"}
      >
        {texts.lists.retry}
      </Button>
    </form>
  );
}

export const loadErrorPanel = (message: string) => (
  <div className="panel fields">
    <LoadError message={message} small />
  </div>
);

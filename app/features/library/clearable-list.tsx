import { useActionData, useFetcher, useSearchParams } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import type { ActionResult } from "../../../server/outcomes/actions.ts";
import type { DeferredOutcome } from "../../../server/outcomes/defer-after.ts";
import { BackToTop, PullToRefresh } from "../../lists/list-controls.tsx";
import { texts } from "../../texts/index.ts";
import { ButtonLink } from "../../ui/basics/button.tsx";
import { Icon } from "../../ui/basics/icon.tsx";
import { Deferred, OptionalDeferred } from "../../ui/feedback/deferred.tsx";
import { ConfirmStep, useConfirmation } from "../../ui/feedback/dialog.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { FormMessage } from "../../ui/form/form-message.tsx";
import { useOnResult } from "../../ui/form/use-checked-form.ts";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import styles from "./clear-button.module.css";
import libraryStyles from "./library.module.css";

interface ClearableListProps<Loaded> extends ClearStepProps {
  name: "favourites" | "history";
  list: DeferredOutcome<Loaded>;
  skeleton: ReactNode;
  back?: boolean;
  isEmpty: (loaded: Loaded) => boolean;
  clearDevice: () => void;
  children: (loaded: Loaded) => ReactNode;
}

export function ClearableList<Loaded>(props: ClearableListProps<Loaded>) {
  const { name, words, address, flashMessage, list, skeleton, back, clearDevice, children } = props;
  const { submit, data } = useFetcher<ActionResult>();
  const [cleared, setCleared] = useState(false);
  const isEmpty = (loaded: Loaded) => cleared || props.isEmpty(loaded);

  useOnResult(data, (result) => {
    if (result.ok) {
      clearDevice();
      showToast(words.cleared, { kind: "done" });
    } else {
      setCleared(false);
      showToast(result.message, { kind: "failed" });
    }
  });
  const clear = () => {
    setCleared(true);
    submit({}, { method: "post", action: address });
  };

  return (
    <>
      <PageHeader title={words.title} back={back}>
        <OptionalDeferred value={list}>
          {(loaded) =>
            !isEmpty(loaded) && <ClearButton words={words} address={address} onClear={clear} />
          }
        </OptionalDeferred>
      </PageHeader>
      <PullToRefresh />
      <main className={libraryStyles.list} data-own-list={name}>
        <ClearStep words={words} address={address} flashMessage={flashMessage} />
        <Deferred value={list} skeleton={skeleton}>
          {(loaded) =>
            isEmpty(loaded) ? <EmptyLibrary message={words.empty} /> : children(loaded)
          }
        </Deferred>
      </main>
      <BackToTop />
    </>
  );
}

interface ClearProps {
  words: typeof texts.favourites | typeof texts.history;
  address: string;
}

function ClearButton({ words, address, onClear }: ClearProps & { onClear: () => void }) {
  const { ask, dialog } = useConfirmation({
    ...words.confirm,
    onConfirm: onClear,
    onCancel: () => showToast(words.cancelled),
  });
  return (
    <>
      <form
        action={address}
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <input type="hidden" name="confirm" value="1" />
        <button type="submit" className={`icon-button ${styles.clear}`} aria-label={words.clear}>
          <Icon name="trash" size={22} />
        </button>
      </form>
      {dialog}
    </>
  );
}

interface ClearStepProps extends ClearProps {
  flashMessage?: string;
}

/** What a visitor without scripts sees after the button. */
function ClearStep({ words, address, flashMessage }: ClearStepProps) {
  const [params] = useSearchParams();
  const result = useActionData<ActionResult>();
  if (params.has("confirm")) {
    return <ConfirmStep {...words.confirm} address={address} />;
  }
  const failure = result?.ok === false ? result.message : undefined;
  const text = failure ?? flashMessage;
  if (!text) return null;
  return (
    <div className={libraryStyles.message}>
      <FormMessage kind={failure ? "failed" : "done"} text={text} />
    </div>
  );
}

export const EmptyLibrary = ({ message }: { message: string }) => (
  <EmptyState message={message}>
    <ButtonLink to="/" kind="tint" size="dialog">
      {texts.navigation.home}
    </ButtonLink>
  </EmptyState>
);

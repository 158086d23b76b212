import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { ActionResult } from "../../../../server/outcomes/actions.ts";
import type { MemberAccount } from "../../../../server/session/member.ts";
import { offlineClientAction } from "../../../results/offline-results.ts";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/basics/button.tsx";
import { Deferred } from "../../../ui/feedback/deferred.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { Counter, TextArea, TextField } from "../../../ui/form/form-field.tsx";
import { FormMessage } from "../../../ui/form/form-message.tsx";
import { PictureUpload } from "../../../ui/form/picture-upload.tsx";
import { useCheckedForm } from "../../../ui/form/use-checked-form.ts";
import { useUpload } from "../../../ui/form/use-upload.ts";
import { Page } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { FormSkeleton } from "../../../ui/layout/skeleton.tsx";
import { Avatar } from "../../../ui/media/avatar.tsx";
import { saveProfile } from "./profile.server.ts";
import {
  fieldsOf,
  LONGEST_NICKNAME,
  LONGEST_SIGNATURE,
  lengthOf,
  type ProfileFields,
  profileErrors,
} from "./profile-rules.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const page = await context.deferPage({ account: context.member.account() });
  return { ...page, flashMessage: context.takeFlash() };
}

export const action = ({ context, request }: ActionFunctionArgs) => saveProfile(context, request);

export const clientAction = offlineClientAction;

/** Revalidation would remount the form and discard its input. */
export { neverAfterActions as shouldRevalidate } from "../../../navigation/revalidation.ts";

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.profile.title, matches);

export default function ProfilePage() {
  const { account } = useLoaderData<typeof loader>();
  return (
    <Page title={texts.profile.title}>
      <Deferred value={account} skeleton={<FormSkeleton profile />}>
        {(loaded) => <ProfileForm account={loaded} />}
      </Deferred>
    </Page>
  );
}

const words = texts.profile;

function ProfileForm({ account }: { account: MemberAccount }) {
  const { flashMessage } = useLoaderData<typeof loader>();
  const avatar = useUpload("avatar");
  const [saved, setSaved] = useState(false);
  const { Form, form, errors, posted, sending } = useCheckedForm({
    fetcher: useFetcher<ActionResult<null, ProfileFields>>(),
    posted: useActionData<ActionResult<null, ProfileFields>>(),
    check: (sent) => profileErrors(fieldsOf(sent)),
    onDone: () => {
      setSaved(true);
      avatar.markUsed();
      showToast(words.done, { kind: "done" });
    },
  });
  const [typed, setTyped] = useState(posted?.input ?? account);

  return (
    <Form
      {...form}
      action="/setinfo"
      className="stack"
      onChange={({ currentTarget }) => {
        setSaved(false);
        setTyped(fieldsOf(new FormData(currentTarget)));
      }}
    >
      <FormMessage kind="failed" text={posted?.message} />
      {!posted && <FormMessage kind="done" text={flashMessage} />}
      <div className="panel fields">
        <PictureUpload
          name="avatar"
          label={words.avatar}
          hints={words.avatarHints}
          shape="round"
          upload={avatar}
          warning={errors.avatar}
        >
          <Avatar src={account.avatar} size={88} />
        </PictureUpload>
        <TextField label={words.username} value={account.username} readOnly />
        <TextField
          label={words.nickname}
          name="nickname"
          defaultValue={typed.nickname}
          error={errors.nickname}
          autoComplete="nickname"
          enterKeyHint="done"
          trailing={<Counter used={lengthOf(typed.nickname.trim())} most={LONGEST_NICKNAME} />}
        />
        <TextArea
          label={words.signature}
          name="signature"
          rows={3}
          defaultValue={typed.signature}
          placeholder={words.signatureHint}
          error={errors.signature}
          trailing={<Counter used={lengthOf(typed.signature.trim())} most={LONGEST_SIGNATURE} />}
        />
        <Button type="submit" disabled={sending || saved || avatar.current.state === "sending"}>
          {sending ? words.saving : saved ? words.saved : words.save}
        </Button>
      </div>
    </Form>
  );
}

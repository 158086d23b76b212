import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { offlineClientAction } from "../../../navigation/or-offline.ts";
import { texts } from "../../../texts/index.ts";
import { Deferred } from "../../../ui/feedback/deferred.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { FormSkeleton } from "../../../ui/layout/skeleton.tsx";
import { saveProfile } from "./profile.server.ts";
import { ProfileForm } from "./profile-form.tsx";

export async function loader({ context }: LoaderFunctionArgs) {
  await context.member.arrive();
  const page = await context.patiently({ account: context.member.account() });
  return { ...page, flashMessage: context.takeFlash() };
}

export const action = ({ context, request }: ActionFunctionArgs) => saveProfile(context, request);

export const clientAction = offlineClientAction;

/** Saving must not take away the form that is being filled in: it knows what it sent. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  defaultShouldRevalidate,
}) => !formMethod && defaultShouldRevalidate;

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.profile.title, matches);

export default function Profile() {
  const { account, flashMessage } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <PageHeader title={texts.profile.title} />
      <main className="content">
        <Deferred value={account} skeleton={<FormSkeleton fields={3} area picture />}>
          {(known) => <ProfileForm account={known} flashMessage={flashMessage} />}
        </Deferred>
      </main>
    </div>
  );
}

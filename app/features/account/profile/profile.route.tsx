import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useLoaderData,
} from "@remix-run/react";
import { orElse } from "../../../session/session-ending.ts";
import { texts } from "../../../texts/index.ts";
import { Later } from "../../../ui/feedback/deferred.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { FormSkeleton } from "../../../ui/layout/skeleton.tsx";
import { type ProfileAnswer, saveProfile } from "./profile.server.ts";
import { ProfileForm } from "./profile-form.tsx";

export async function loader({ context }: LoaderFunctionArgs) {
  await context.member.arrive();
  const page = await context.patiently({ account: context.member.account() });
  return { ...page, news: context.takeFlash() };
}

export const action = ({ context, request }: ActionFunctionArgs) => saveProfile(context, request);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction<ProfileAnswer>().catch(
    orElse<ProfileAnswer>({ saved: false, message: texts.network }),
  );

/** Saving must not take away the form that is being filled in: it knows what it sent. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  defaultShouldRevalidate,
}) => !formMethod && defaultShouldRevalidate;

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.profile.title, matches);

export default function Profile() {
  const { account, news } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <PageHeader title={texts.profile.title} />
      <main className="content">
        <Later value={account} skeleton={<FormSkeleton fields={3} area picture />}>
          {(known) => <ProfileForm account={known} news={news} />}
        </Later>
      </main>
    </div>
  );
}

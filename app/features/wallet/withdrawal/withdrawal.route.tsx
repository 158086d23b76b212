import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { offlineClientAction } from "../../../navigation/or-offline.ts";
import { texts } from "../../../texts/index.ts";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { withdraw } from "./withdrawal.server.ts";
import { WithdrawalForm } from "./withdrawal-form.tsx";

/** Nothing of the member is shown, but whose session has ended is told before filling in the form. */
export async function loader({ context }: LoaderFunctionArgs) {
  await context.patiently({ member: context.member.profile() });
  return { flashMessage: context.takeFlash() };
}

export const action = ({ context, request }: ActionFunctionArgs) => withdraw(context, request);

export const clientAction = offlineClientAction;

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.withdrawal.title, matches);

export default function Withdrawal() {
  const { flashMessage } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <PageHeader title={texts.withdrawal.title} />
      <main className="content">
        <WithdrawalForm flashMessage={flashMessage} />
      </main>
    </div>
  );
}

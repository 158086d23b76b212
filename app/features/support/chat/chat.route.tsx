import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import type { DeferredOutcome } from "../../../../server/outcomes/defer-after.ts";
import { offlineAsParts, offlineClientAction } from "../../../results/offline-results.ts";
import { texts } from "../../../texts/index.ts";
import { Button } from "../../../ui/basics/button.tsx";
import { Icon } from "../../../ui/basics/icon.tsx";
import { Deferred } from "../../../ui/feedback/deferred.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { pageTitle } from "../../../ui/layout/page-title.ts";
import { Skeleton } from "../../../ui/layout/skeleton.tsx";
import bubble from "./bubble.module.css";
import styles from "./chat.module.css";
import {
  type Conversation,
  loadConversation,
  parseChatQuery,
  type SendResult,
  send,
} from "./chat.server.ts";
import { ChatWindow } from "./chat-window.tsx";
import composer from "./composer.module.css";

export async function loader({
  context,
  request,
}: LoaderFunctionArgs): Promise<{ conversation: DeferredOutcome<Conversation | null> }> {
  const { known } = parseChatQuery(request);
  const conversation = loadConversation(context, known);
  if (known === undefined) return context.deferPage({ conversation });
  return { conversation: await context.attempt("messages", conversation) };
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  offlineAsParts(serverLoader<typeof loader>(), "conversation");

export const action = ({ context, request }: ActionFunctionArgs) => send(context, request);

export const clientAction = offlineClientAction;

export { neverAfterActions as shouldRevalidate } from "../../../navigation/revalidation.ts";

export const meta: MetaFunction = ({ matches }) => pageTitle(texts.chat.title, matches);

export default function Chat() {
  const { conversation } = useLoaderData<typeof loader>();
  const result = useActionData<SendResult>();
  return (
    <div className={`page ${styles.page}`}>
      <PageHeader title={texts.chat.title} />
      <main className={styles.main}>
        <Deferred value={conversation} skeleton={<ChatSkeleton />}>
          {(first) => first && <ChatWindow first={first} result={result} />}
        </Deferred>
      </main>
    </div>
  );
}

const ChatSkeleton = () => (
  <>
    <div className={styles.waiting} aria-hidden="true">
      {["received", "sent", "received again"].map((message) => (
        <div key={message} className={`${bubble.message} ${message === "sent" ? bubble.sent : ""}`}>
          <Skeleton shape="round36" />
          <Skeleton shape="bubble" />
        </div>
      ))}
    </div>
    <div className={composer.composer} aria-hidden="true">
      <span className={composer.picture}>
        <Icon name="image" />
      </span>
      <span className={composer.field} />
      <Button size="row" disabled>
        {texts.chat.send}
      </Button>
    </div>
  </>
);

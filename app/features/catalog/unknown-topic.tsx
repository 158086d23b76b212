import { texts } from "../../texts.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RequestId } from "../../ui/request-id.tsx";

/** For an address whose topic cannot be read. */
export function UnknownTopic({ requestId }: { requestId: string }) {
  return (
    <div className="page">
      <PageHeader title={texts.topics.title} />
      <main>
        <EmptyState message={texts.topics.unknown}>
          <ButtonLink to="/category" kind="tint" size="dialog">
            {texts.topics.all}
          </ButtonLink>
          {requestId && <RequestId id={requestId} />}
        </EmptyState>
      </main>
    </div>
  );
}

import { texts } from "../../texts/index.ts";
import { ButtonLink } from "../../ui/form/button.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { RequestId } from "../../ui/layout/request-id.tsx";

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

import { texts } from "../../texts.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Link } from "../../ui/link.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RequestId } from "../../ui/request-id.tsx";

/** For an address whose topic cannot be read. */
export function UnknownTopic({ requestId }: { requestId: string }) {
  return (
    <div className="page">
      <PageHeader title={texts.topics.title} />
      <main>
        <EmptyState message={texts.topics.unknown}>
          <Link to="/category">{texts.topics.all}</Link>
          {requestId && <RequestId id={requestId} />}
        </EmptyState>
      </main>
    </div>
  );
}

import { texts } from "../../texts/index.ts";
import { ButtonLink } from "../../ui/form/button.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";

/** An empty list, and the way to what could fill it. */
export const Nothing = ({ message }: { message: string }) => (
  <EmptyState message={message}>
    <ButtonLink to="/" kind="tint" size="dialog">
      {texts.navigation.home}
    </ButtonLink>
  </EmptyState>
);

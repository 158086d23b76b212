import { useEffect } from "react";
import { useMember } from "../../session/member.ts";

/** Loads the operator's analytics script, where there is one, as soon as it is known who is visiting. */
export function Analytics() {
  const address = useMember()?.analytics;
  useEffect(() => {
    if (!address || document.querySelector(`script[src="${CSS.escape(address)}"]`)) return;
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    document.head.append(script);
  }, [address]);
  return null;
}

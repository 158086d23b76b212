import type { LoaderFunctionArgs } from "@remix-run/node";

/** Who this visitor is. The first request registers the device as a guest. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { memberCode } = await context.member.credentials();
  const { code, nickname, coins } = await context.api.member.profile(memberCode);
  return { code, nickname, coins };
}

import { type ActionFunctionArgs, redirect } from "@remix-run/node";

export const loader = () => redirect("/");

/** Remembers that this visitor is of age. A form goes on with its page, a script needs no answer. */
export function action({ context, request }: ActionFunctionArgs) {
  const page = new URL(request.url).searchParams.get("to");
  const headers = { "set-cookie": context.ageGate.confirm() };
  if (page === null) return new Response(null, { status: 204, headers });
  return redirect(context.safeRedirectPath(page), { status: 303, headers });
}

import { type ActionFunctionArgs, redirect } from "@remix-run/node";

export const loader = () => redirect("/");

export function action({ context, request }: ActionFunctionArgs) {
  const page = new URL(request.url).searchParams.get("to");
  const headers = { "set-cookie": context.confirmAge() };
  if (page === null) return new Response(null, { status: 204, headers });
  return redirect(context.safeRedirectPath(page), { status: 303, headers });
}

import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

/** Pages that do not exist lead home; files and calls that do not exist are said to be missing. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  if (/^\/(assets|api)\/|\.\w+$/.test(pathname)) throw new Response(null, { status: 404 });
  return redirect("/");
}

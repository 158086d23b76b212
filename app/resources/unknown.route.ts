import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

/** Unknown pages redirect home, unknown files and calls are 404. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  if (/^\/(assets|api)\/|\.\w+$/.test(pathname)) throw new Response(null, { status: 404 });
  return redirect("/");
}

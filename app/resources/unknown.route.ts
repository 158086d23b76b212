import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

export function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  if (/^\/(assets|api)\/|\.\w+$/.test(pathname)) throw new Response(null, { status: 404 });
  return redirect("/");
}

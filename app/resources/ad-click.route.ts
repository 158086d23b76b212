import type { ActionFunctionArgs } from "@remix-run/node";

export async function action({ context, params }: ActionFunctionArgs) {
  const count = Object.entries(context.api.adClick).find(([place]) => place === params.place)?.[1];
  if (!count || !params.id || params.id.length > 64) return new Response(null, { status: 404 });
  await count(params.id).catch(() => undefined);
  return new Response(null, { status: 204 });
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const order = new URL(request.url).searchParams.get("order") ?? "";
  try {
    return Response.json({ paid: await context.payments.isPaid(order) });
  } catch {
    return Response.json(null, { status: 503 });
  }
}

export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export type PaymentAnswer = { paid: boolean } | null;

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  serverLoader<PaymentAnswer>().catch(() => null);

import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";

/** Whether an order has been paid; 503 while that cannot be found out. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const order = new URL(request.url).searchParams.get("order") ?? "";
  try {
    return Response.json({ paid: await context.payments.isPaid(order) });
  } catch {
    return Response.json(null, { status: 503 });
  }
}

/** It is asked anew by its own timer. */
export const shouldRevalidate: ShouldRevalidateFunction = () => false;

/** Null where the upstream did not answer. */
export type PaymentAnswer = { paid: boolean } | null;

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  serverLoader<PaymentAnswer>().catch(() => null);

export class UnreadableFormError extends Error {
  override name = "UnreadableFormError";
}

/** The largest form with a file has only four. */
const MAX_PARTS = 50;

/** @throws {UnreadableFormError} */
export async function formDataOf(request: Request): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  const [, boundary] = /^multipart\/[^;]+;.*\bboundary="?([^";]+)/i.exec(type) ?? [];
  try {
    return await (boundary ? readMultipart(request, type, boundary) : request.formData());
  } catch (cause) {
    throw new UnreadableFormError("the body is not a form", { cause });
  }
}

/** Counts the parts first: parsing a hundred thousand parts would block the process for seconds. */
async function readMultipart(request: Request, type: string, boundary: string): Promise<FormData> {
  const body = Buffer.from(await request.arrayBuffer());
  const parts = body.toString("latin1").split(`--${boundary}`, MAX_PARTS + 2).length - 1;
  if (parts > MAX_PARTS) throw new Error("too many parts");
  return new Response(body, { headers: { "content-type": type } }).formData();
}

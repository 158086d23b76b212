/** Forms of visitors without scripts want a page for an answer. */
export const wantsPage = (request: Request) =>
  (request.headers.get("accept") ?? "").includes("text/html");

export const seeOther = (location: string) =>
  new Response(null, { status: 303, headers: { location } });

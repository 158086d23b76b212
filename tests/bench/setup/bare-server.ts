import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Answer } from "./servers.ts";

/** Node and nothing else: `/0`, `/1`, … are the answers of the given file. */

const [file = ""] = process.argv.slice(2);
const kept = (JSON.parse(readFileSync(file, "utf8")) as Answer[]).map(({ headers, body }) => {
  const bytes = Buffer.from(body, "base64");
  return { bytes, headers: { ...headers, "content-length": bytes.length } };
});

createServer((request, response) => {
  const answer = kept[Number(request.url?.slice(1))];
  if (!answer) return response.writeHead(request.url === "/readyz" ? 200 : 404).end();
  response.writeHead(200, answer.headers).end(answer.bytes);
}).listen(Number(process.env.PORT), process.env.HOST);

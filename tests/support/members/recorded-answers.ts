import type { Visitor } from "../servers/site.ts";

interface HeardAnswer {
  path: string;
  status: number;
  /** Headers and body, once as bytes are and once as text. */
  content: string;
}

/** Keeps whatever visitors are answered. */
export function startListening() {
  const answers: HeardAnswer[] = [];
  return {
    answers,
    listenTo(visitor: Visitor): Visitor {
      const request: Visitor["request"] = async (path, init) => {
        const answer = await visitor.request(path, init);
        const body = Buffer.from(await answer.clone().arrayBuffer());
        const headers = [...answer.headers].map((pair) => pair.join(": ")).join("\n");
        const content = `${headers}\n\n${body.toString("latin1")}\n${body.toString("utf8")}`;
        answers.push({ path, status: answer.status, content });
        return answer;
      };
      return {
        ...visitor,
        request,
        read: async (path, init) => (await request(path, init)).text(),
      };
    },
  };
}

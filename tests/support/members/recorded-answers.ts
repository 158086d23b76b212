import type { Visitor } from "../servers/site.ts";

interface RecordedAnswer {
  path: string;
  status: number;
  /** Headers and body; the body as Latin-1, then as UTF-8. */
  content: string;
}

/** Records the responses to visitors. */
export function startRecording() {
  const answers: RecordedAnswer[] = [];
  return {
    answers,
    record(visitor: Visitor): Visitor {
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

import { expect, test } from "vitest";
import { createSealer } from "../seal.ts";
import { createDocumentNote } from "../session/document-note.ts";
import { openSession } from "../session/session.ts";
import { createFormAnswers } from "./form-answers.ts";

const sealer = createSealer(["test-secret-test-secret-test-secret"]);
const session = () => openSession({}, { sealer, secure: false });

test("a script reads its answer, a browser is led on with what there is to say", () => {
  const own = session();
  const note = createDocumentNote();
  const script = createFormAnswers({ accept: "*/*", session: own, note });
  expect(script.leadOn("/feed", "感谢您的留言")).toBeUndefined();
  expect(script.takeNews()).toBeUndefined();

  const browser = createFormAnswers({ accept: "text/html,*/*;q=0.8", session: own, note });
  const answer = browser.leadOn("/feed", "感谢您的留言");
  expect([answer?.status, answer?.headers.get("location")]).toEqual([303, "/feed"]);
  expect(browser.takeNews()).toBe("感谢您的留言");
  expect(browser.takeNews()).toBeUndefined();
});

test("a page that is not whole is told again when it asks for itself once more", () => {
  const own = session();
  const half = { ...createDocumentNote(), incomplete: true };
  const accept = "text/html";
  createFormAnswers({ accept, session: own, note: half }).leadOn("/history", "清除成功");
  expect(createFormAnswers({ accept, session: own, note: half }).takeNews()).toBe("清除成功");
  const whole = createFormAnswers({ accept, session: own, note: createDocumentNote() });
  expect([whole.takeNews(), whole.takeNews()]).toEqual(["清除成功", undefined]);
});

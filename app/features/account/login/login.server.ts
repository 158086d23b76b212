import { z } from "zod/v4";
import type { Context } from "../../../../server/context.ts";
import { texts } from "../../../texts/index.ts";
import { checkLogin, type LoginField, type LoginForm, readLogin } from "./login-rules.ts";
import type { Wrong } from "./wrong.ts";

/** What the page says to a login that did not come about; the password is never sent back. */
export interface LoginAnswer {
  account: string;
  wrong?: Wrong<LoginField>;
  message?: string;
}

interface Refusal {
  answer: LoginAnswer;
  status: number;
  headers?: Record<string, string>;
}

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

const form = z.object({
  account: z.string().max(64).catch(""),
  password: z.string().max(128).catch(""),
});

const intents = z.enum(["login", "guest"]).catch("login");

export const intentOf = (sent: FormData) => intents.parse(sent.get("intent"));

export const accountOf = (request: Request) =>
  form.shape.account.parse(new URL(request.url).searchParams.get("account") ?? "");

/** Undefined when the visitor is logged in now. */
export async function logIn(context: Context, sent: FormData): Promise<Refusal | undefined> {
  const given: LoginForm = form.parse(readLogin(sent));
  const { account } = given;
  const wrong = checkLogin(given);
  if (wrong) return { answer: { account, wrong }, status: 400 };

  const login = await context.member.logIn(account, given.password);
  switch (login.came) {
    case "in":
      return undefined;
    case "refused":
      return { answer: { account, message: login.message || texts.login.failed }, status: 200 };
    case "fault":
      return { answer: { account, message: texts.network }, status: 502 };
    case "too-often": {
      const message = texts.login.tooOften(Math.ceil(login.waitMs / MINUTE_MS));
      const headers = { "retry-after": String(Math.ceil(login.waitMs / SECOND_MS)) };
      return { answer: { account, message }, status: 429, headers };
    }
  }
}

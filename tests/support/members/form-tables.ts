/** The message that a form shows for these fields, and at which field. Without a message the form may be sent. */
export interface Row<Fields> {
  case: string;
  fields: Fields;
  field?: keyof Fields & string;
  message?: string;
}

export const loginTable: Row<{ account: string; password: string }>[] = [
  {
    case: "nothing",
    fields: { account: "", password: "" },
    field: "account",
    message: "请输入账号",
  },
  {
    case: "an account of blanks",
    fields: { account: "  ", password: "secret" },
    field: "account",
    message: "请输入账号",
  },
  {
    case: "no password",
    fields: { account: "someone", password: "" },
    field: "password",
    message: "请输入密码",
  },
  { case: "both", fields: { account: "someone", password: "x" } },
];

const passwords = (oldPassword: string, newPassword: string, confirmPassword: string) => ({
  oldPassword,
  newPassword,
  confirmPassword,
});

/** Each rule alone and together with later ones, and the shortest and longest passwords. */
export const passwordTable: Row<ReturnType<typeof passwords>>[] = [
  {
    case: "nothing",
    fields: passwords("", "", ""),
    field: "oldPassword",
    message: "请输入原密码",
  },
  {
    case: "no old one, and the others wrong",
    fields: passwords("", "abc", "abcd"),
    field: "oldPassword",
    message: "请输入原密码",
  },
  {
    case: "no new one",
    fields: passwords("old", "", ""),
    field: "newPassword",
    message: "请输入新密码",
  },
  {
    case: "no new one, but a confirmation",
    fields: passwords("old", "", "abcdef"),
    field: "newPassword",
    message: "请输入新密码",
  },
  {
    case: "five characters",
    fields: passwords("old", "abcde", ""),
    field: "newPassword",
    message: "新密码长度必须在6-12位",
  },
  {
    case: "thirteen characters, twice",
    fields: passwords("old", "abcdefghijklm", "abcdefghijklm"),
    field: "newPassword",
    message: "新密码长度必须在6-12位",
  },
  {
    case: "no confirmation",
    fields: passwords("old", "abcdef", ""),
    field: "confirmPassword",
    message: "请再次输入新密码",
  },
  {
    case: "a confirmation of five",
    fields: passwords("old", "abcdef", "abcde"),
    field: "confirmPassword",
    message: "确认密码长度必须在6-12位",
  },
  {
    case: "a confirmation of thirteen",
    fields: passwords("old", "abcdefghijkl", "abcdefghijklm"),
    field: "confirmPassword",
    message: "确认密码长度必须在6-12位",
  },
  {
    case: "another confirmation",
    fields: passwords("old", "abcdef", "abcdeF"),
    field: "confirmPassword",
    message: "两次输入的密码不一致",
  },
  { case: "six characters", fields: passwords("old", "abcdef", "abcdef") },
  { case: "twelve characters", fields: passwords("old", "abcdefghijkl", "abcdefghijkl") },
];

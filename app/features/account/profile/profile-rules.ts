import { texts } from "../../../texts/index.ts";

export const LONGEST_NICKNAME = 20;
export const LONGEST_SIGNATURE = 100;

export type ProfileFields = Record<"nickname" | "signature", string>;

export const lengthOf = (text: string) => [...text].length;

export const tidyProfile = ({ nickname, signature }: ProfileFields): ProfileFields => ({
  nickname: nickname.replace(/\s+/g, " ").trim(),
  signature: signature.replaceAll("\r\n", "\n").trim(),
});

export function profileErrors(fields: ProfileFields): Partial<Record<string, string>> {
  const { nickname, signature } = tidyProfile(fields);
  const words = texts.profile;
  return {
    ...(nickname === "" && { nickname: words.noNickname }),
    ...(lengthOf(nickname) > LONGEST_NICKNAME && {
      nickname: words.longNickname(LONGEST_NICKNAME),
    }),
    ...(lengthOf(signature) > LONGEST_SIGNATURE && {
      signature: words.longSignature(LONGEST_SIGNATURE),
    }),
  };
}

export const fieldsOf = (form: FormData): ProfileFields => ({
  nickname: String(form.get("nickname") ?? ""),
  signature: String(form.get("signature") ?? ""),
});

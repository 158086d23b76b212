/** The first thing that is wrong with a form. */
export interface Wrong<Field extends string> {
  field: Field;
  message: string;
}

export const messageFor = <Field extends string>(wrong: Wrong<Field> | undefined, field: Field) =>
  wrong?.field === field ? wrong.message : undefined;

export const textOf = (form: FormData, field: string) => {
  const value = form.get(field);
  return typeof value === "string" ? value : "";
};

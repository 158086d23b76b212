/**
 * The address of the operator's analytics script for one member.
 *
 * @param template an http(s) address; every `{h5Uuid}` in it becomes the member's id
 * @returns undefined where the operator has no script or the member no id
 */
export const analyticsScript = (template: string | undefined, analyticsId: string) =>
  template && analyticsId
    ? template.replaceAll("{h5Uuid}", encodeURIComponent(analyticsId))
    : undefined;

export const recordKinds = [0, 1, 2] as const;
export type RecordKind = (typeof recordKinds)[number];

export const recordsAddress = (kind: RecordKind) => `/order?index=${kind}`;

export const recordKindOf = (params: URLSearchParams): RecordKind =>
  recordKinds.find((kind) => params.get("index")?.trim() === String(kind)) ?? 0;

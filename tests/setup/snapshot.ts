import { findSnapshot } from "../../server/upstream/db/snapshot.ts";

/** Unit tests start dozens of stores: each is a copy of one that is made once for the current seed. */
export default async () => {
  if (!(await findSnapshot())) await import("../../server/upstream/db/make-snapshot.ts");
};

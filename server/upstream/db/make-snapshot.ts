import { rename, rm } from "node:fs/promises";
import { openPglite } from "./pglite.ts";
import { seedWhenEmpty } from "./seed/seed.ts";
import { snapshotPath } from "./snapshot.ts";

const path = await snapshotPath();
const unfinished = `${path}.making`;
await rm(unfinished, { recursive: true, force: true });
const { db, close } = await openPglite(unfinished);
await seedWhenEmpty(db);
// otherwise every new store would start with dead rows and without statistics
await db.execute("vacuum analyze");
await close();
await rename(unfinished, path);

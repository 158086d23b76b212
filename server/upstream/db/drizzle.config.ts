import { defineConfig } from "drizzle-kit";

/** `npx drizzle-kit generate --config server/upstream/db/drizzle.config.ts` writes the next migration. */
export default defineConfig({
  dialect: "postgresql",
  schema: "./server/upstream/db/*schema.ts",
  out: "./server/upstream/db/migrations",
});

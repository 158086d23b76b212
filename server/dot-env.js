import { existsSync } from "node:fs";

/** Imported first: takes settings from `.env` where there is one; what the environment says already stands. */
if (existsSync(".env")) process.loadEnvFile(".env");

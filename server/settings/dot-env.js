import { existsSync } from "node:fs";

/** Import first: loads `.env`, if it exists. Variables that are already set take precedence. */
if (existsSync(".env")) process.loadEnvFile(".env");

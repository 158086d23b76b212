import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { folderForTest } from "../../../tests/support/folder.ts";
import { openStore } from "./open-store.ts";
import { siteSettings } from "./schema.ts";
import { seedWhenEmpty } from "./seed/seed.ts";

it("a folder keeps its data, and is seeded once", async () => {
  const folder = join(await folderForTest(), "db");
  const first = await openStore(folder);
  await seedWhenEmpty(first.db);
  await first.db.update(siteSettings).set({ value: 77 }).where(eq(siteSettings.key, "shikan"));
  await first.close();

  const second = await openStore(folder);
  onTestFinished(() => second.close());
  await seedWhenEmpty(second.db);
  const [stored] = await second.db
    .select()
    .from(siteSettings)
    .where(eq(siteSettings.key, "shikan"));
  expect(stored?.value).toBe(77);
});

it("a folder with other contents is refused with one line, and left unchanged", async () => {
  const folder = await folderForTest();
  await writeFile(join(folder, "notes.txt"), "mine");
  await expect(openStore(folder)).rejects.toThrow(/^\S+ 里不是完整的数据库：[^\n]*$/);
  expect(await readFile(join(folder, "notes.txt"), "utf8")).toBe("mine");
});

it.each(["global/pg_control", "PG_VERSION"])(
  "a damaged %s is reported in one line that names the folder and the remedy",
  async (file) => {
    const folder = join(await folderForTest(), "db");
    await (await openStore(folder)).close();
    await writeFile(join(folder, file), Buffer.alloc(8_192));
    const message = await openStore(folder).catch((error: Error) => error.message);
    expect(message).toMatch(/^[^\n]*数据库已损坏[^\n]*备份[^\n]*$/);
    expect(message).toContain(folder);
  },
);

import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { callNames, endpointOf } from "../../server/upstream-check/steps.ts";
import { openApiDocument, toYaml } from "../support/contract/openapi.ts";

const FILE = "../../docs/openapi.yaml";
const text = () =>
  `# Made from server/contract/ by tests/repository/openapi.test.ts; renewed as docs/upstream-calls.md is.${toYaml(openApiDocument("1"))}\n`;

test("the OpenAPI document matches the contract", async () => {
  await expect(text()).toMatchFileSnapshot(FILE);
});

test("it is valid OpenAPI 3.1, also as YAML, and has every call", async () => {
  const validator = new Validator();
  expect(await validator.validate(text())).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  const { paths } = validator.specification as ReturnType<typeof openApiDocument>;
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const wanted = callNames.map((name) => `${endpointOf(name).method} ${endpointOf(name).path}`);
  expect(calls.toSorted()).toEqual(wanted.toSorted());
});

import { z } from "zod";
import * as scalars from "../../../server/contract/scalars.ts";
import { videoSchema } from "../../../server/contract/video.ts";
import { type CallName, callNames, endpointOf } from "../../../server/upstream-check/steps.ts";

type Json = Record<string, unknown>;

/** Schemas with a name in the document, and how the site reads their values. */
const named: [schema: z.ZodType, id: string, description: string][] = [
  [scalars.text, "Text", "A text; missing or null is the empty one."],
  [scalars.identifier, "Id", "A text or number that is not empty."],
  [scalars.optionalId, "OptionalId", "A text or number; empty for none."],
  [scalars.plainText, "PlainText", "A text that may hold HTML and entities: shown as plain text."],
  [scalars.moment, "Time", "YYYY-MM-DD HH:mm:ss or YYYY-MM-DD in Asia/Shanghai; empty for none."],
  [scalars.amount, "Amount", "A number, also as text."],
  [scalars.count, "Count", "A number, also as text; missing, null or empty is 0."],
  [scalars.previewLength, "PreviewLength", "Seconds, also as text; 0 for no preview."],
  [scalars.flag, "Flag", "true or false, 1 or 0, also as text; missing is false."],
  [scalars.address, "Address", "An http(s) address, or a path on the upstream."],
  [scalars.duration, "Duration", "A text such as 23:18, or a number of seconds."],
  [scalars.nothing, "Nothing", "An object without fields."],
  [scalars.ignored, "Anything", "The site reads the code only."],
  [videoSchema, "Video", "A video as lists show it."],
];

const reference = (id: string | undefined) => ({ $ref: `#/components/schemas/${id}` });

/** JSON Schemas of an upstream's requests and answers, and the name of each. */
function componentSchemas() {
  const registry = z.registry<{ id: string; description: string }>();
  const add = (schema: z.ZodType, id: string, description: string) => {
    if (!registry.has(schema)) registry.add(schema, { id, description });
  };
  for (const one of named) add(...one);
  for (const name of callNames) {
    const { body, data, method } = endpointOf(name);
    if (method === "POST") add(body, `${name}.sent`, `What ${name} is sent.`);
    add(data, `${name}.data`, `The data of ${name}'s answer.`);
  }

  /** Items of lists get names, because zod cannot describe the items of a list that has several forms. */
  const items = new Set<z.ZodType>();
  const convert = () =>
    z.toJSONSchema(registry, {
      io: "input",
      metadata: registry,
      unrepresentable: "any",
      uri: (id) => reference(id).$ref,
      override({ zodSchema, jsonSchema }) {
        const any: z.core.$ZodType = zodSchema;
        const item = scalars.itemOf(any as z.ZodType);
        if (item) {
          items.add(item);
          Object.assign(jsonSchema, listOf(reference(registry.get(item)?.id)));
        }
        if (zodSchema === scalars.fileUpload.shape.file)
          Object.assign(jsonSchema, { contentMediaType: "application/octet-stream" });
        if (zodSchema instanceof z.ZodObject) {
          const ids = Object.entries(zodSchema.shape).filter(([, of]) => of === scalars.identifier);
          const required = [...(jsonSchema.required ?? []), ...ids.map(([field]) => field)];
          if (required.length > 0) jsonSchema.required = [...new Set(required)];
        }
      },
    }).schemas;

  let schemas = convert();
  for (let known = 0; known < items.size; schemas = convert()) {
    known = items.size;
    for (const [index, item] of [...items].entries())
      add(item, `Item${index + 1}`, "An item of a list.");
  }
  for (const schema of Object.values(schemas)) {
    delete schema.$id;
    delete schema.$schema;
  }
  return { schemas, nameOf: (schema: z.ZodType) => registry.get(schema)?.id };
}

/** A list may also be a field of an object. */
const listOf = (items: Json) => ({
  anyOf: [
    { type: "array", items },
    ...["list", "records", "rows"].map((name) => ({
      type: "object",
      properties: { [name]: { type: "array", items } },
      required: [name],
    })),
  ],
});

function operationOf(name: CallName, nameOf: (schema: z.ZodType) => string | undefined) {
  const { method, encoding, body, data, member, answer } = endpointOf(name);
  const type = encoding === "form" ? "multipart/form-data" : "application/json";
  const plain = answer === "msg" ? {} : reference(nameOf(data));
  const envelope = {
    type: "object",
    properties: {
      code: { description: "0 for yes", anyOf: [{ type: "number" }, { type: "string" }] },
      msg: { type: "string", description: "for the visitor, where the code is another one" },
      data: { anyOf: [plain, reference("Encrypted")] },
    },
    required: ["code"],
  };
  return {
    operationId: name,
    tags: [name.split(".")[0]],
    security: [{ site: [], ...(member && { token: [], userid: [] }) }],
    parameters: ["RequestId", "TraceParent"].map((one) => ({
      $ref: `#/components/parameters/${one}`,
    })),
    ...(method === "POST" && {
      requestBody: { required: true, content: { [type]: { schema: reference(nameOf(body)) } } },
    }),
    responses: {
      "200": { description: "an envelope", content: { "application/json": { schema: envelope } } },
    },
  };
}

const key = (name: string, description: string) => ({
  type: "apiKey",
  in: "header",
  name,
  description,
});
const header = (name: string, description: string) => ({
  ...{ name, in: "header", required: false, description },
  schema: { type: "string" },
});

/** The contract as OpenAPI 3.1. */
export function openApiDocument(version: string) {
  const { schemas, nameOf } = componentSchemas();
  const paths: Record<string, Json> = {};
  for (const name of callNames) {
    const { method, path } = endpointOf(name);
    const operations = paths[path] ?? {};
    if (operations[method.toLowerCase()]) throw new Error(`${path} is two calls`);
    paths[path] = { ...operations, [method.toLowerCase()]: operationOf(name, nameOf) };
  }
  const encrypted = {
    type: "string",
    description:
      "In place of any data: base64 of AES-CBC with PKCS7 padding over its JSON in UTF-8, by UPSTREAM_AES_KEY and _IV.",
  };
  return {
    openapi: "3.1.0",
    info: {
      title: "The upstream's API",
      version,
      description:
        "What the site asks of its upstream, made from server/contract/. Values may come in the usual variants: see docs/your-own-upstream.md.",
    },
    servers: [{ url: "https://upstream.example.com", description: "UPSTREAM_URL" }],
    paths,
    components: {
      schemas: { ...schemas, Encrypted: encrypted },
      parameters: {
        RequestId: header("X-Request-Id", "the number of the visitor's request in the site's log"),
        TraceParent: header("traceparent", "W3C Trace Context, where a trusted proxy sent one"),
      },
      securitySchemes: {
        site: key("X-Security-Flag", "name and value are UPSTREAM_SECURITY_HEADER's"),
        token: key("Token", "the member's, from member.registerGuest or member.login"),
        userid: key("Userid", "the member's code"),
      },
    },
  };
}

/** Writes a JSON value as YAML: a line for each value, strings in quotes. */
export function toYaml(value: unknown, indent = ""): string {
  const inside = `${indent}  `;
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0)
    return JSON.stringify(value);
  if (Array.isArray(value))
    return value.map((item) => `\n${indent}- ${toYaml(item, inside).trimStart()}`).join("");
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => `\n${indent}${keyOf(name)}: ${toYaml(inner, inside)}`)
    .join("")
    .replaceAll(/ (?=\n)/g, "");
}

const keyOf = (name: string) =>
  /^[A-Za-z$][\w.$-]*$/.test(name) && !/^(true|false|null)$/.test(name)
    ? name
    : JSON.stringify(name);

// Types of the OpenAPI document, and the places of its decimal numbers: node generate.mjs <document> <folder>
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { parse } from 'yaml';

const [source, folder] = process.argv.slice(2);
const document = parse(await readFile(source, 'utf8'));
const decimal = ts.factory.createTypeReferenceNode('Decimal');
const missing = ts.factory.createLiteralTypeNode(ts.factory.createNull());

const types = await openapiTS(document, {
  inject: '/** A number in plain decimals, such as "1000.5". */\nexport type Decimal = string;\n',
  transform(schema) {
    const kinds = [schema.type].flat();
    if (!kinds.includes('number')) return undefined;
    return kinds.includes('null') ? ts.factory.createUnionTypeNode([decimal, missing]) : decimal;
  },
});

// A place is the name of the enclosing property, a slash, and the name of the number's own.
const places = { number: new Set(), integer: new Set() };

function visit(schema, parent, name) {
  if (schema.$ref) {
    visit(schema.$ref.split('/').slice(1).reduce((node, key) => node[key], document), parent, name);
    return;
  }
  for (const kind of [schema.type].flat()) places[kind]?.add(`${parent}/${name}`);
  for (const each of [schema.oneOf, schema.anyOf, schema.allOf].flat()) {
    if (each) visit(each, parent, name);
  }
  if (schema.items) visit(schema.items, parent, name);
  for (const [key, value] of Object.entries(schema.properties ?? {})) visit(value, name, key);
  if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties, name, '*');
}

for (const path of [...Object.values(document.paths), ...Object.values(document.webhooks)]) {
  for (const operation of Object.values(path)) {
    const bodies = [operation.requestBody, ...Object.values(operation.responses)];
    for (const body of bodies) {
      const schema = body?.content?.['application/json']?.schema;
      if (schema) visit(schema, '', '');
    }
  }
}
const both = [...places.number].filter((place) => places.integer.has(place));
if (both.length > 0) throw new Error(`decimals and counts at the same places: ${both}`);

await mkdir(folder, { recursive: true });
await writeFile(`${folder}/schema.ts`, astToString(types));
await writeFile(
  `${folder}/decimals.ts`,
  `export const DECIMALS: ReadonlySet<string> = new Set(${JSON.stringify([...places.number].sort(), null, 2)});\n`,
);

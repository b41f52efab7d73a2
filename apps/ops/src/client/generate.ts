import { runtime } from './runtime.ts';
import { typeOf, type Schema } from './types.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } };
}

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: { readonly 200: Content };
}

export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const bodyOf = (content: Content | undefined): Schema | undefined => content?.content?.['application/json']?.schema;

function queryType(parameters: readonly Parameter[]): string {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const required = inQuery.filter((parameter) => parameter.required).map(({ name }) => name);
  return inQuery.length === 0
    ? 'undefined'
    : typeOf({
        type: 'object',
        properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
        required,
      });
}

/** The result type of a call: the client returns the content of the envelope. */
function resultType(schema: Schema | undefined): string {
  const inside = schema?.properties?.['__abp'] ? schema.properties['result'] : schema;
  return inside ? typeOf(inside) : 'unknown';
}

function callType(path: string, verb: string, operation: Operation): string {
  const body = bodyOf(operation.requestBody);
  const note = [operation.summary, operation.description].filter(Boolean).join(' — ').replaceAll('*/', '');
  return `  /** ${note} */\n  ${JSON.stringify(`${verb.toUpperCase()} ${path}`)}: { query: ${queryType(operation.parameters ?? [])}; body: ${body ? typeOf(body) : 'undefined'}; result: ${resultType(bodyOf(operation.responses[200]))} };`;
}

/** Uploads and paths with placeholders are made by hand. */
const isCallable = (path: string, { requestBody }: Operation): boolean =>
  !path.includes('{') && (requestBody === undefined || bodyOf(requestBody) !== undefined);

/** The source of a client for an API document: its types, and a small runtime; one file without dependencies. */
export function clientSource(document: ApiDocument): string {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `  ${JSON.stringify(name)}: ${typeOf(schema)};`,
  );
  const calls = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs)
      .filter(([, operation]) => isCallable(path, operation))
      .map(([verb, operation]) => callType(path, verb, operation)),
  );
  return `// ${document.info.title} ${document.info.version}. Made by "npm run client"; make it again instead of changing it.\n\nexport interface Schemas {\n${schemas.join('\n')}\n}\n\nexport interface Calls {\n${calls.join('\n')}\n}\n\n${runtime}`;
}

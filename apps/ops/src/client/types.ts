/** A JSON schema as the API document holds it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly title?: string;
}

const plainTypes: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};
const literals = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(' | ');
const propertyName = (name: string): string => (/^[a-zA-Z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/**
 * The TypeScript type of an object schema. It allows further members only where the schema types them or names none.
 */
function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const note = schema.title === undefined ? '' : `/** ${schema.title.replaceAll('*/', '')} */ `;
    return `${note}${propertyName(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`;
  });
  const rest = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
  if (members.length === 0) return `Record<string, ${rest}>`;
  return `{ ${[...members, ...(typeof additionalProperties === 'object' ? ['[key: string]: unknown'] : [])].join('; ')} }`;
}

function namedType(type: string, schema: Schema): string {
  if (type === 'array') return `(${schema.items ? typeOf(schema.items) : 'unknown'})[]`;
  if (type === 'object') return objectType(schema);
  return plainTypes[type] ?? 'unknown';
}

/** A JSON schema as a TypeScript type. */
export function typeOf(schema: Schema): string {
  const union = schema.oneOf ?? schema.anyOf;
  if (schema.$ref !== undefined)
    return `Schemas[${JSON.stringify(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))}]`;
  if (union) return union.map((one) => typeOf(one)).join(' | ');
  if (schema.const !== undefined) return literals([schema.const]);
  if (schema.enum) return literals(schema.enum);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  return types.length === 0 ? 'unknown' : types.map((type) => namedType(type, schema)).join(' | ');
}

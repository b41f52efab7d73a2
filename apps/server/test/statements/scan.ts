import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** A node of the syntax tree, as far as the scan looks at it. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [member: string]: unknown;
}

/** A member that a reader declares of its rows: `{ id: number | null }`. */
export interface DeclaredMember {
  readonly name: string;
  /** Names of the types that it may have; empty when they are not plain. */
  readonly types: readonly string[];
}

/** A statement that stands as text in a source. */
export interface TextStatement {
  readonly line: number;
  /** The whole text; undefined where parts of it are made while the server runs. */
  readonly text: string | undefined;
  /** The parts known before the server runs, with the constants and functions that it names. */
  readonly known: string;
  /** The first words, for messages. */
  readonly head: string;
  readonly declared: readonly DeclaredMember[] | undefined;
  /** Stands in another statement and says nothing alone. */
  readonly isPiece: boolean;
}

/** A condition left out of a query by its method. */
export interface LeftOut {
  readonly line: number;
  readonly method: string;
  /** Undefined when the reason is no plain text. */
  readonly reason: string | undefined;
}

interface Module {
  readonly path: string;
  readonly source: string;
  readonly program: Node;
  /** Constants of the module by name, with their initial values. */
  readonly constants: ReadonlyMap<string, Node>;
  readonly functions: ReadonlyMap<string, Node>;
  /** Imported names: where from, and under which name there. */
  readonly imports: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
  /** Interfaces and type literals by name. */
  readonly types: ReadonlyMap<string, Node>;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

function* children(node: Node): Generator<Node> {
  for (const value of Object.values(node)) {
    if (isNode(value)) yield value;
    if (Array.isArray(value)) yield* value.filter(isNode);
  }
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of children(node)) yield* nodesOf(child);
}

const list = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const nameOf = (value: unknown): string => (isNode(value) && typeof value['name'] === 'string' ? value['name'] : '');

const modules = new Map<string, Module>();

function constantsOf(program: Node): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  for (const statement of list(program['body'])) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement;
    if (!isNode(declaration) || declaration.type !== 'VariableDeclaration' || declaration['kind'] !== 'const') continue;
    for (const { id, init } of list(declaration['declarations']) as readonly (Node & {
      id?: unknown;
      init?: unknown;
    })[])
      if (isNode(init) && nameOf(id) !== '') found.set(nameOf(id), init);
  }
  return found;
}

function functionsOf(program: Node): ReadonlyMap<string, Node> {
  const declarations = list(program['body']).map((statement) => statement['declaration'] ?? statement);
  return new Map(
    declarations.flatMap((node) =>
      isNode(node) && node.type === 'FunctionDeclaration' ? [[nameOf(node['id']), node] as const] : [],
    ),
  );
}

function importsOf(program: Node, path: string): Module['imports'] {
  const found = new Map<string, { readonly path: string; readonly name: string }>();
  for (const statement of list(program['body'])) {
    const from = isNode(statement['source']) ? String(statement['source']['value']) : '';
    if (statement.type !== 'ImportDeclaration' || !from.startsWith('.')) continue;
    for (const specifier of list(statement['specifiers']))
      found.set(nameOf(specifier['local']), {
        path: resolve(dirname(path), from),
        name: nameOf(specifier['imported']),
      });
  }
  return found;
}

function typesOf(program: Node): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  for (const node of nodesOf(program)) {
    if (node.type === 'TSInterfaceDeclaration') found.set(nameOf(node['id']), node);
    if (node.type === 'TSTypeAliasDeclaration' && isNode(node['typeAnnotation']))
      found.set(nameOf(node['id']), node['typeAnnotation']);
  }
  return found;
}

function moduleAt(path: string): Module {
  const known = modules.get(path);
  if (known) return known;
  const source = readFileSync(path, 'utf8');
  const program = parseAst(source, { lang: 'ts', astType: 'ts' }) as unknown as Node;
  const made = {
    path,
    source,
    program,
    constants: constantsOf(program),
    functions: functionsOf(program),
    imports: importsOf(program, path),
    types: typesOf(program),
  };
  modules.set(path, made);
  return made;
}

function templateText(node: Node, module: Module): string | undefined {
  const pieces = list(node['quasis']).map((quasi) => (quasi['value'] as { cooked: string }).cooked);
  const values = list(node['expressions']).map((value) => textOf(value, module));
  return values.includes(undefined)
    ? undefined
    : pieces.map((piece, at) => piece + (at < values.length ? (values[at] ?? '') : '')).join('');
}

function constantText(name: string, module: Module): string | undefined {
  const own = module.constants.get(name);
  if (own) return textOf(own, module);
  const from = module.imports.get(name);
  if (!from || !existsSync(from.path)) return undefined;
  const other = moduleAt(from.path);
  const value = other.constants.get(from.name);
  return value && textOf(value, other);
}

/** The value of a constant text, or undefined when it is made while the server runs. */
function textOf(node: Node, module: Module): string | undefined {
  const { value, expression } = node;
  if (node.type === 'Literal') return ['string', 'number'].includes(typeof value) ? String(value) : undefined;
  if (node.type === 'TSAsExpression' && isNode(expression)) return textOf(expression, module);
  if (node.type === 'TemplateLiteral') return templateText(node, module);
  return node.type === 'Identifier' ? constantText(nameOf(node), module) : undefined;
}

/** How many names in names are followed for the known text of a statement. */
const mostSteps = 4;

function namedText(name: string, module: Module, steps: number): string {
  const own = module.constants.get(name) ?? module.functions.get(name);
  if (own) return knownText(own, module, steps);
  const from = module.imports.get(name);
  if (!from || !existsSync(from.path)) return '';
  const other = moduleAt(from.path);
  const value = other.constants.get(from.name) ?? other.functions.get(from.name);
  return value ? knownText(value, other, steps) : '';
}

/** All texts of an expression and of the constants and functions that it names. */
function knownText(node: Node, module: Module, steps = mostSteps): string {
  if (steps === 0) return '';
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : '';
  if (node.type === 'Identifier') return namedText(nameOf(node), module, steps - 1);
  if (node.type !== 'TemplateLiteral')
    return [...children(node)].map((child) => knownText(child, module, steps)).join(' ');
  const values = list(node['expressions']).map((value) => knownText(value, module, steps));
  const pieces = list(node['quasis']).map((quasi) => (quasi['value'] as { cooked: string }).cooked);
  return pieces.map((piece, at) => piece + (values[at] ?? '')).join('');
}

const begins = /^\s*(select|insert\s+into|update|delete\s+from|with|lock\s+table|truncate)\s/i;

function headOf(node: Node): string {
  if (node.type === 'Literal') return String(node['value']);
  const [first] = list(node['quasis']);
  return first ? (first['value'] as { cooked: string }).cooked : '';
}

const isStatement = (node: Node): boolean =>
  ((node.type === 'Literal' && typeof node['value'] === 'string') || node.type === 'TemplateLiteral') &&
  begins.test(headOf(node));

const keywords: Readonly<Record<string, string>> = {
  TSNumberKeyword: 'number',
  TSStringKeyword: 'string',
  TSBooleanKeyword: 'boolean',
  TSNullKeyword: 'null',
};

/** The plain types of an annotation; none when one of them is not plain. */
function plainTypes(node: unknown): readonly string[] {
  if (!isNode(node)) return [];
  if (node.type === 'TSUnionType') {
    const parts = list(node['types']).map(plainTypes);
    return parts.some((part) => part.length === 0) ? [] : parts.flat();
  }
  const keyword = keywords[node.type];
  if (keyword !== undefined) return [keyword];
  return node.type === 'TSTypeReference' && ['Date', 'Buffer'].includes(nameOf(node['typeName']))
    ? [nameOf(node['typeName'])]
    : [];
}

function memberOf(member: Node): DeclaredMember {
  const key = member['key'];
  const annotation = isNode(member['typeAnnotation']) ? member['typeAnnotation']['typeAnnotation'] : undefined;
  return {
    name: isNode(key) && key.type === 'Literal' ? String(key['value']) : nameOf(key),
    types: member['optional'] === true ? [] : plainTypes(annotation),
  };
}

const shapeTypes: Readonly<Record<string, string>> = {
  string: 'string',
  enum: 'string',
  boolean: 'boolean',
  whole: 'number',
  timestamp: 'Date',
};

/** The plain types of a member of an answer's shape, such as `whole.nullable()`; none for others. */
function typesOfShape(node: unknown): readonly string[] {
  if (!isNode(node)) return [];
  const callee = isNode(node['callee']) ? node['callee'] : node;
  const name = nameOf(callee['property'] ?? callee);
  if (name !== 'nullable') return Object.hasOwn(shapeTypes, name) ? [shapeTypes[name] ?? ''] : [];
  const types = typesOfShape(callee['object']);
  return types.length === 0 ? [] : [...types, 'null'];
}

/** The members that an interface takes over from another one, or from the shape of an answer, `z.object({ … })`. */
function inheritedMembers(heritage: Node, module: Module): readonly DeclaredMember[] | undefined {
  const shape = [...nodesOf(heritage)].find(({ type }) => type === 'TSTypeQuery');
  if (!shape) return membersOf(module.types.get(nameOf(heritage['expression'])), module);
  const [members] = list(module.constants.get(nameOf(shape['exprName']))?.['arguments']);
  return (
    members && list(members['properties']).map(({ key, value }) => ({ name: nameOf(key), types: typesOfShape(value) }))
  );
}

function membersOfInterface(node: Node, module: Module): readonly DeclaredMember[] | undefined {
  const own = membersOf(isNode(node['body']) ? node['body'] : undefined, module);
  const inherited = list(node['extends']).map((heritage) => inheritedMembers(heritage, module));
  if (!own || inherited.includes(undefined)) return undefined;
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...inherited.flatMap((members) => members ?? []).filter(({ name }) => !names.has(name))];
}

const memberLists: Readonly<Record<string, string>> = { TSTypeLiteral: 'members', TSInterfaceBody: 'body' };

function membersOf(node: Node | undefined, module: Module): readonly DeclaredMember[] | undefined {
  if (!node) return undefined;
  const named = node.type === 'TSTypeReference' ? module.types.get(nameOf(node['typeName'])) : undefined;
  if (named && named !== node) return membersOf(named, module);
  if (node.type === 'TSInterfaceDeclaration') return membersOfInterface(node, module);
  const listed = memberLists[node.type];
  if (listed === undefined) return undefined;
  const members = list(node[listed]);
  return members.every(({ type }) => type === 'TSPropertySignature') ? members.map(memberOf) : undefined;
}

const readers = new Set(['query', 'one', 'pages']);

/** The row type that the reader of a statement declares, by the statement's node. */
function declaredRows(module: Module): ReadonlyMap<Node, readonly DeclaredMember[]> {
  const found = new Map<Node, readonly DeclaredMember[]>();
  for (const node of nodesOf(module.program)) {
    const { callee } = node;
    if (node.type !== 'CallExpression' || !isNode(callee) || !readers.has(nameOf(callee['property']))) continue;
    const [type] = isNode(node['typeArguments']) ? list(node['typeArguments']['params']) : [];
    const [first] = list(node['arguments']);
    const members = membersOf(type, module);
    const statement = first?.type === 'Identifier' ? module.constants.get(nameOf(first)) : first;
    if (members && statement) found.set(statement, members);
  }
  return found;
}

const lineOf = ({ source }: Module, { start }: Node): number => source.slice(0, start).split('\n').length;

/** The statements in constants that other texts of the file take in. */
function piecesOf(module: Module): ReadonlySet<Node> {
  const texts = [...nodesOf(module.program)].filter(({ type }) => type === 'TemplateLiteral');
  const values = texts.flatMap((text) => list(text['expressions']).flatMap((value) => [...nodesOf(value)]));
  const names = new Set(values.map(nameOf));
  const constants = [...module.constants].filter(([name]) => names.has(name)).map(([, value]) => value);
  return new Set(constants.flatMap((value) => [...nodesOf(value)]));
}

/** The statements that stand as text in a file. */
export function statementsIn(path: string): readonly TextStatement[] {
  const module = moduleAt(path);
  const declared = declaredRows(module);
  const pieces = piecesOf(module);
  return [...nodesOf(module.program)].filter(isStatement).map((node) => ({
    line: lineOf(module, node),
    text: textOf(node, module),
    known: knownText(node, module),
    head: headOf(node).trim().replaceAll(/\s+/g, ' ').slice(0, 80),
    declared: declared.get(node),
    isPiece: pieces.has(node),
  }));
}

const leavingOut = new Set(['withDeleted', 'beyondSight', 'acrossTenants']);

/** The conditions that a file leaves out of its queries, with their reasons. */
export function leftOutIn(path: string): readonly LeftOut[] {
  const module = moduleAt(path);
  return [...nodesOf(module.program)].flatMap((node): LeftOut[] => {
    const { callee } = node;
    if (node.type !== 'CallExpression' || !isNode(callee) || !leavingOut.has(nameOf(callee['property']))) return [];
    const [reason] = list(node['arguments']);
    return [
      {
        line: lineOf(module, node),
        method: nameOf(callee['property']),
        reason: reason && textOf(reason, module),
      },
    ];
  });
}

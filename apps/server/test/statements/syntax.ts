import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** A node of the syntax tree, as far as the scan looks at it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [member: string]: unknown;
}

export interface Module {
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

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

function* children(node: Node): Generator<Node> {
  for (const value of Object.values(node)) {
    if (isNode(value)) yield value;
    if (Array.isArray(value)) yield* value.filter(isNode);
  }
}

export function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of children(node)) yield* nodesOf(child);
}

export const list = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
export const nameOf = (value: unknown): string =>
  isNode(value) && typeof value['name'] === 'string' ? value['name'] : '';

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

export function moduleAt(path: string): Module {
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
export function textOf(node: Node, module: Module): string | undefined {
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
export function knownText(node: Node, module: Module, steps = mostSteps): string {
  if (steps === 0) return '';
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : '';
  if (node.type === 'Identifier') return namedText(nameOf(node), module, steps - 1);
  if (node.type !== 'TemplateLiteral')
    return [...children(node)].map((child) => knownText(child, module, steps)).join(' ');
  const values = list(node['expressions']).map((value) => knownText(value, module, steps));
  const pieces = list(node['quasis']).map((quasi) => (quasi['value'] as { cooked: string }).cooked);
  return pieces.map((piece, at) => piece + (values[at] ?? '')).join('');
}

import { isNode, knownText, list, type Module, moduleAt, nameOf, type Node, nodesOf, textOf } from './syntax.ts';

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

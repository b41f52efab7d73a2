export interface RegionRow {
  readonly code: string;
  readonly name: string;
  readonly pinyin: string;
  /** A purely administrative level that is left out of the tree. */
  readonly isNominal?: true;
}

export interface RegionNode {
  readonly value: string;
  readonly label: string;
  readonly pinyin: string;
  readonly children?: RegionNode[];
}

/** Administrative divisions as a tree, by code and as names. */
export interface RegionTree {
  readonly nodes: RegionNode[];
  readonly codesOf: (code: string) => readonly string[];
  /** Names from the province down; an unknown code unchanged. */
  readonly pathOf: (code: string) => string;
}

const above = (code: string): readonly string[] =>
  [`${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`].filter((one) => one !== code);

/** Builds the tree from the server's list, which has parents before children. */
export function regionTree(rows: readonly RegionRow[]): RegionTree {
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const parentOf = (code: string): string | undefined =>
    above(code).find((one) => byCode.get(one)?.isNominal === undefined && byCode.has(one));
  const below = new Map<string | undefined, RegionRow[]>();
  for (const row of rows.filter(({ isNominal }) => !isNominal))
    below.set(parentOf(row.code), [...(below.get(parentOf(row.code)) ?? []), row]);
  const nodeOf = ({ code, name, pinyin }: RegionRow): RegionNode => {
    const children = below.get(code);
    return { value: code, label: name, pinyin, ...(children && { children: children.map(nodeOf) }) };
  };
  const codesOf = (code: string): readonly string[] => {
    const parent = parentOf(code);
    return parent === undefined ? [code] : [...codesOf(parent), code];
  };
  const regionPath = (code: string): string =>
    byCode.has(code)
      ? codesOf(code)
          .map((one) => byCode.get(one)?.name)
          .join(' ')
      : code;
  return { nodes: (below.get(undefined) ?? []).map(nodeOf), codesOf, pathOf: regionPath };
}

/** Whether a path matches typed words: each is part of a name or begins the initials of one name or of all. */
export function answersTo(path: readonly Pick<RegionNode, 'label' | 'pinyin'>[], typed: string): boolean {
  const initials = path.map(({ pinyin }) => pinyin);
  const names = path.map(({ label }) => label).join('');
  return typed
    .toLowerCase()
    .split(/[\s/]+/)
    .every(
      (word) =>
        names.includes(word) || initials.some((own, at) => initials.slice(at).join('').startsWith(word) && own !== ''),
    );
}

/** The paths of the divisions that may be picked: those without others below, or all. */
const pathsOf = (nodes: readonly RegionNode[], isAnyLevel: boolean, lead: readonly RegionNode[] = []): RegionNode[][] =>
  nodes.flatMap((node) => {
    const path = [...lead, node];
    const below = node.children ? pathsOf(node.children, isAnyLevel, path) : [];
    return isAnyLevel || !node.children ? [path, ...below] : below;
  });

/** The code of the division that answers to typed words; undefined where several do, which must be chosen from. */
export function onlyAnswer(nodes: readonly RegionNode[], typed: string, isAnyLevel: boolean): string | undefined {
  const [first, ...others] = pathsOf(nodes, isAnyLevel).filter((path) => answersTo(path, typed));
  return others.length === 0 ? first?.at(-1)?.value : undefined;
}

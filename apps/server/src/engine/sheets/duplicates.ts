import { fieldOf, importKeys, kindOf, sealed, type AnyResource } from '@kangmai/resource';
import type { CallCtx } from '../crud/call-ctx.ts';
import type { Importer } from './importer.ts';
import { normalised } from '../../platform/field-crypto.ts';
import { keyColumn, keyOf } from './names.ts';

type Draft = { readonly [field: string]: unknown };

interface Rule {
  readonly fields: readonly string[];
  readonly columns: readonly ReturnType<typeof keyColumn>[];
  readonly isFolded?: true;
}

interface Repeated {
  readonly field: string | undefined;
  readonly reason: string;
  readonly params: { readonly line: number };
}

interface InFile {
  readonly keys: readonly Buffer[];
  readonly problems: readonly Repeated[];
}

const repeatedBy = (rule: Rule | undefined, line: number): Repeated => ({
  field: rule?.fields.at(-1),
  reason: rule?.isFolded ? 'import.repeated-any-case' : 'import.repeated',
  params: { line },
});

const keyBytes = 16;

/** Every blind key under which a text may be kept; as hexadecimal digits the text is not folded by the index. */
export const fileKeys = ({ sealer }: Pick<CallCtx, 'sealer'>, text: string): readonly Buffer[] =>
  sealer.indexes(`k${Buffer.from(text).toString('hex')}`).map((key) => key.subarray(0, keyBytes));

/** A blind key as it is kept. */
export const fileKey = ({ sealer }: Pick<CallCtx, 'sealer'>, text: string): Buffer =>
  sealer.index(`k${Buffer.from(text).toString('hex')}`).subarray(0, keyBytes);

/** The unique key of a draft, as stored, under every blind index key in use; none when a part is empty. */
function keysOf(
  ctx: CallCtx,
  resource: AnyResource,
  { fields, isFolded, draft }: Omit<Rule, 'columns'> & { readonly draft: Draft },
): readonly (readonly unknown[])[] {
  if (fields.some((name) => (draft[name] ?? null) === null)) return [];
  return fields.reduce<readonly (readonly unknown[])[]>(
    (keys, name) => {
      const field = fieldOf(resource, name);
      const text = String(draft[name] as string);
      const stored = isFolded ? text.toLowerCase() : keyOf(field, kindOf(field).toStore(draft[name], field));
      const parts = sealed(field) ? ctx.sealer.indexes(text) : [stored];
      return keys.flatMap((key) => parts.map((part) => [...key, part]));
    },
    [[]],
  );
}

/** What a draft has for a rule within its file; undefined when a part is empty. */
function keyText({ fields, isFolded }: Omit<Rule, 'columns'>, resource: AnyResource, draft: Draft): string | undefined {
  if (fields.some((name) => (draft[name] ?? null) === null)) return undefined;
  const parts = fields.map((name) => {
    const field = fieldOf(resource, name);
    const text = String(draft[name] as string);
    if (sealed(field)) return normalised(text);
    return isFolded ? text.toLowerCase() : String(keyOf(field, kindOf(field).toStore(draft[name], field)));
  });
  return [...fields, ...parts].join('\u001f');
}

/** Finds, by the unique rules of a resource, rows that exist in the table or earlier in the file. */
export class Duplicates {
  private readonly resource: AnyResource;
  private readonly rules: readonly Rule[];
  private readonly rulesInFile: readonly Rule[];
  /** The first line of each key. */
  protected readonly seen = new Map<string, number>();

  constructor({ resource, folded = {} }: Importer) {
    this.resource = resource;
    const unique = importKeys(resource).map((fields) => ({
      fields,
      columns: fields.map((name) => keyColumn(name, fieldOf(resource, name))),
    }));
    const columns = Object.values(folded).map((name) => ({ sql: `b."${name}"`, type: 'text' }));
    const fields = Object.keys(folded);
    this.rules = fields.length === 0 ? unique : [...unique, { fields, columns, isFolded: true }];
    this.rulesInFile = [...unique, ...fields.map((name): Rule => ({ fields: [name], columns: [], isFolded: true }))];
  }

  /** What a draft has for each rule within its file. */
  protected textsOf(draft: Draft): readonly (string | undefined)[] {
    return this.rulesInFile.map((rule) => keyText(rule, this.resource, draft));
  }

  /** The blind keys of a draft, and an earlier line of the file that has one of them. */
  inFile(ctx: CallCtx, line: number, draft: Draft): InFile {
    const keys: Buffer[] = [];
    let problem: Repeated | undefined;
    for (const [at, text] of this.textsOf(draft).entries()) {
      if (text === undefined) continue;
      const key = fileKey(ctx, text);
      const first = this.seen.get(key.toString('latin1')) ?? line;
      keys.push(key);
      this.seen.set(key.toString('latin1'), Math.min(first, line));
      if (first < line) problem ??= repeatedBy(this.rulesInFile[at], first);
    }
    return { keys, problems: problem ? [problem] : [] };
  }

  /** The id of the existing row that each draft repeats, one statement per rule. */
  async inTable(ctx: CallCtx, drafts: readonly Draft[]): Promise<readonly (number | undefined)[]> {
    const found = await Promise.all(this.rules.map((rule) => this.byRule(ctx, rule, drafts)));
    return drafts.map((draft, at) => found.map((ids) => ids[at]).find((id) => id !== undefined));
  }

  private async byRule(
    ctx: CallCtx,
    { columns, ...rule }: Rule,
    drafts: readonly Draft[],
  ): Promise<readonly (number | undefined)[]> {
    const asked = drafts.flatMap((draft, at) =>
      keysOf(ctx, this.resource, { ...rule, draft }).map((key) => ({ at, key })),
    );
    if (asked.length === 0) return [];
    const values: unknown[] = [
      ctx.tenantId,
      asked.map(({ at }) => at),
      ...columns.map((column, part) => asked.map(({ key }) => key[part])),
    ];
    const types = columns.map(({ type }, part) => `$${part + 3}::${type}[]`).join(', ');
    const same = columns.map(({ sql }, part) => `${sql} = k.c${part}`).join(' and ');
    const rows = await ctx.tx.query<{ at: number; id: number }>(
      `select k.at, b.id from unnest($2::integer[], ${types}) as k(at, ${columns.map((column, part) => `c${part}`).join(', ')}) join "${this.resource.table}" b on b.tenant_id = $1 and ${same} and not b.is_deleted`,
      values,
    );
    const ids = new Map(rows.map(({ at, id }) => [at, id]));
    return drafts.map((draft, at) => ids.get(at));
  }
}

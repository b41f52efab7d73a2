import { fieldOf, importKeys, kindOf, sealed, type AnyResource } from '@kangmai/resource';
import type { CallCtx } from '../crud/call-ctx.ts';
import type { Importer } from './importer.ts';
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

const keyText = (key: readonly unknown[]): string =>
  key.map((part) => (Buffer.isBuffer(part) ? part.toString('hex') : String(part as string))).join('\u001f');

/** Finds, by the unique rules of a resource, rows that exist in the table or earlier in the file. */
export class Duplicates {
  private readonly resource: AnyResource;
  private readonly rules: readonly Rule[];
  private readonly seen: ReadonlyMap<Rule, Map<string, number>>;

  constructor({ resource, folded = {} }: Importer) {
    this.resource = resource;
    const unique = importKeys(resource).map((fields) => ({
      fields,
      columns: fields.map((name) => keyColumn(name, fieldOf(resource, name))),
    }));
    const columns = Object.values(folded).map((name) => ({ sql: `b."${name}"`, type: 'text' }));
    const fields = Object.keys(folded);
    this.rules = fields.length === 0 ? unique : [...unique, { fields, columns, isFolded: true }];
    const alone = fields.map((name): Rule => ({ fields: [name], columns: [], isFolded: true }));
    this.seen = new Map([...unique, ...alone].map((rule) => [rule, new Map()]));
  }

  /** An earlier line with the same values of a rule, as a problem; records the line otherwise. */
  inFile(ctx: CallCtx, line: number, draft: Draft): readonly Repeated[] {
    for (const [rule, lines] of this.seen) {
      const [parts] = keysOf(ctx, this.resource, { ...rule, draft });
      const earlier = parts && lines.get(keyText(parts));
      const reason = rule.isFolded ? 'import.repeated-any-case' : 'import.repeated';
      if (earlier !== undefined && earlier !== line)
        return [{ field: rule.fields.at(-1), reason, params: { line: earlier } }];
      if (parts) lines.set(keyText(parts), line);
    }
    return [];
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

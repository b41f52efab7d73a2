import { fieldOf, importKeys, kindOf, sealed, type AnyResource } from '@kangmai/resource';
import type { CallCtx } from '../crud/call-ctx.ts';
import type { Importer } from './importer.ts';
import { keyColumn, keyOf } from './names.ts';

type Draft = { readonly [field: string]: unknown };

type Rule = readonly string[];

/** The unique key of a draft, as stored, under every blind index key in use; none when a part is empty. */
function keysOf(
  ctx: CallCtx,
  resource: AnyResource,
  { fields, draft }: { readonly fields: Rule; readonly draft: Draft },
): readonly (readonly unknown[])[] {
  if (fields.some((name) => (draft[name] ?? null) === null)) return [];
  return fields.reduce<readonly (readonly unknown[])[]>(
    (keys, name) => {
      const field = fieldOf(resource, name);
      const parts = sealed(field)
        ? ctx.sealer.indexes(String(draft[name] as string))
        : [keyOf(field, kindOf(field).toStore(draft[name], field))];
      return keys.flatMap((key) => parts.map((part) => [...key, part]));
    },
    [[]],
  );
}

const keyText = (key: readonly unknown[]): string =>
  key.map((part) => (Buffer.isBuffer(part) ? part.toString('hex') : String(part as string))).join('\u001f');

/** Finds, by the unique rules of a resource, rows that exist in the table or earlier in the file. */
export class Duplicates {
  private readonly importer: Importer;
  private readonly rules: readonly Rule[];
  private readonly seen: ReadonlyMap<Rule, Map<string, number>>;
  private readonly seenKeys = new Map<string, number>();

  constructor(importer: Importer) {
    const { resource } = importer;
    this.importer = importer;
    this.rules = importKeys(resource);
    this.seen = new Map(this.rules.map((rule) => [rule, new Map()]));
  }

  /** The rule's fields and the earlier line with the same values; records the line otherwise. */
  inFile(ctx: CallCtx, line: number, draft: Draft): { readonly field: string; readonly line: number } | undefined {
    const ofRules = [...this.seen].flatMap(([fields, lines]) => {
      const [parts] = keysOf(ctx, this.importer.resource, { fields, draft });
      return parts ? [{ field: fields.at(-1) ?? '', key: keyText(parts), lines }] : [];
    });
    const own = (this.importer.keysOf?.(draft) ?? []).map(([field, key]) => ({ field, key, lines: this.seenKeys }));
    for (const { field, key, lines } of [...ofRules, ...own]) {
      const earlier = lines.get(key);
      if (earlier !== undefined && earlier !== line) return { field, line: earlier };
      lines.set(key, line);
    }
    return undefined;
  }

  /** The id of the existing row that each draft repeats, one statement per rule. */
  async inTable(ctx: CallCtx, drafts: readonly Draft[]): Promise<readonly (number | undefined)[]> {
    const found = await Promise.all(this.rules.map((rule) => this.byRule(ctx, rule, drafts)));
    return drafts.map((draft, at) => found.map((ids) => ids[at]).find((id) => id !== undefined));
  }

  private async byRule(ctx: CallCtx, fields: Rule, drafts: readonly Draft[]): Promise<readonly (number | undefined)[]> {
    const { resource } = this.importer;
    const columns = fields.map((name) => keyColumn(name, fieldOf(resource, name)));
    const asked = drafts.flatMap((draft, at) => keysOf(ctx, resource, { fields, draft }).map((key) => ({ at, key })));
    if (asked.length === 0) return [];
    const values: unknown[] = [
      ctx.tenantId,
      asked.map(({ at }) => at),
      ...columns.map((column, part) => asked.map(({ key }) => key[part])),
    ];
    const types = columns.map(({ type }, part) => `$${part + 3}::${type}[]`).join(', ');
    const same = columns.map(({ sql }, part) => `${sql} = k.c${part}`).join(' and ');
    const rows = await ctx.tx.query<{ at: number; id: number }>(
      `select k.at, b.id from unnest($2::integer[], ${types}) as k(at, ${columns.map((column, part) => `c${part}`).join(', ')}) join "${resource.table}" b on b.tenant_id = $1 and ${same} and not b.is_deleted`,
      values,
    );
    const ids = new Map(rows.map(({ at, id }) => [at, id]));
    return drafts.map((draft, at) => ids.get(at));
  }
}

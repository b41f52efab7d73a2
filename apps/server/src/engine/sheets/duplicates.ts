import {
  columnName,
  columnsOfField,
  fieldOf,
  kindOf,
  sealed,
  sealedColumns,
  type AnyResource,
} from '@kangmai/resource';
import type { CallCtx } from '../crud/call-ctx.ts';
import { uniqueRules } from '../crud/write.ts';

type Draft = { readonly [field: string]: unknown };

interface Rule {
  readonly fields: readonly string[];
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

function ruleOf(resource: AnyResource, fields: readonly string[]): Rule {
  const columns = fields.map((name) => {
    const field = fieldOf(resource, name);
    return sealed(field)
      ? { name: sealedColumns(columnName(name, field)).index, type: 'bytea' }
      : { name: columnsOfField(name, field)[0]?.name ?? '', type: columnsOfField(name, field)[0]?.type ?? 'text' };
  });
  return { fields, columns };
}

/** The unique key of a draft, as stored; undefined when a part is empty or set by the server. */
function keyOf(
  ctx: CallCtx,
  resource: AnyResource,
  { fields, draft }: { readonly fields: readonly string[]; readonly draft: Draft },
): readonly unknown[] | undefined {
  return keysOf(ctx, resource, { fields, draft })[0];
}

/** The same under every blind index key still in use. */
function keysOf(
  ctx: CallCtx,
  resource: AnyResource,
  { fields, draft }: { readonly fields: readonly string[]; readonly draft: Draft },
): readonly (readonly unknown[])[] {
  if (fields.some((name) => (draft[name] ?? null) === null)) return [];
  const parts = fields.map((name): readonly unknown[] => {
    const field = fieldOf(resource, name);
    return sealed(field)
      ? ctx.sealer.indexes(String(draft[name] as string))
      : [kindOf(field).toStore(draft[name], field)];
  });
  return parts.reduce<readonly (readonly unknown[])[]>(
    (keys, choices) => keys.flatMap((key) => choices.map((choice) => [...key, choice])),
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

  constructor(resource: AnyResource) {
    this.resource = resource;
    this.rules = uniqueRules(resource)
      .filter((fields) => fields.every((name) => !fieldOf(resource, name).options.readonly))
      .map((fields) => ruleOf(resource, fields));
    this.seen = new Map(this.rules.map((rule) => [rule, new Map()]));
  }

  /** The rule's fields and the earlier line with the same values; records the line otherwise. */
  inFile(ctx: CallCtx, line: number, draft: Draft): { readonly field: string; readonly line: number } | undefined {
    for (const [rule, lines] of this.seen) {
      const key = keyOf(ctx, this.resource, { fields: rule.fields, draft });
      if (!key) continue;
      const earlier = lines.get(keyText(key));
      if (earlier !== undefined && earlier !== line) return { field: rule.fields.at(-1) ?? '', line: earlier };
      lines.set(keyText(key), line);
    }
    return undefined;
  }

  /** The id of the existing row that each draft repeats, one statement per rule. */
  async inTable(ctx: CallCtx, drafts: readonly Draft[]): Promise<readonly (number | undefined)[]> {
    const found = await Promise.all(this.rules.map((rule) => this.byRule(ctx, rule, drafts)));
    return drafts.map((draft, at) => found.map((ids) => ids[at]).find((id) => id !== undefined));
  }

  private async byRule(
    ctx: CallCtx,
    { fields, columns }: Rule,
    drafts: readonly Draft[],
  ): Promise<readonly (number | undefined)[]> {
    const asked = drafts.flatMap((draft, at) =>
      keysOf(ctx, this.resource, { fields, draft }).map((key) => ({ at, key })),
    );
    if (asked.length === 0) return [];
    const values: unknown[] = [
      ctx.tenantId,
      asked.map(({ at }) => at),
      ...columns.map((column, part) => asked.map(({ key }) => key[part])),
    ];
    const types = columns.map(({ type }, part) => `$${part + 3}::${type}[]`).join(', ');
    const same = columns.map(({ name }, part) => `b."${name}" = k.c${part}`).join(' and ');
    const rows = await ctx.tx.query<{ at: number; id: number }>(
      `select k.at, b.id from unnest($2::integer[], ${types}) as k(at, ${columns.map((column, part) => `c${part}`).join(', ')}) join "${this.resource.table}" b on b.tenant_id = $1 and ${same} and not b.is_deleted`,
      values,
    );
    const ids = new Map(rows.map(({ at, id }) => [at, id]));
    return drafts.map((draft, at) => ids.get(at));
  }
}

import { dictionaryEntry, dictionaryType } from '@kangmai/model';
import { dictOf, shownText, type AnyResource } from '@kangmai/resource';
import type { CallCtx } from '../../engine/public.ts';
import { onceInTransaction } from '../../platform/database/once.ts';
import { requireSound } from '../../platform/errors.ts';

interface CodesOfField {
  readonly field: string;
  readonly type: string;
  readonly codes: readonly string[];
}

type CodedField = readonly [name: string, type: string];

const known = new WeakMap<AnyResource, readonly CodedField[]>();

function codedFields(resource: AnyResource): readonly CodedField[] {
  const coded =
    known.get(resource) ??
    Object.entries(resource.fields).flatMap(([name, field]): CodedField[] =>
      field.kind === 'dict' || field.kind === 'dicts' ? [[name, dictOf(field)]] : [],
    );
  known.set(resource, coded);
  return coded;
}

function givenCodes(resource: AnyResource, draft: { readonly [field: string]: unknown }): readonly CodesOfField[] {
  return codedFields(resource).flatMap(([name, type]): CodesOfField[] => {
    const value = draft[name] ?? null;
    if (value === null) return [];
    return [{ field: name, type, codes: Array.isArray(value) ? value.map(shownText) : [shownText(value)] }];
  });
}

async function entriesAmong(
  ctx: CallCtx,
  asked: readonly (readonly [type: string, code: string])[],
): Promise<ReadonlySet<string>> {
  const rows = await ctx.all(
    ctx
      .from(dictionaryType, 't')
      .innerJoin(ctx.from(dictionaryEntry, 'e').joined, 'e.type', 't.id')
      .select(['t.typeCode as type', 'e.code'])
      .where('t.typeCode', 'in', [...new Set(asked.map(([type]) => type))])
      .where('e.code', 'in', [...new Set(asked.map(([, code]) => code))]),
  );
  return new Set(rows.map(({ type, code }) => `${type}|${code}`));
}

/** Refuses codes that the tenant's dictionaries lack; switched-off entries are allowed for old records. */
export async function requireEntries(
  ctx: CallCtx,
  resource: AnyResource,
  draft: { readonly [field: string]: unknown },
): Promise<void> {
  const given = givenCodes(resource, draft);
  if (given.length === 0) return;
  const asked = given.flatMap(({ type, codes }) => codes.map((code) => [type, code] as const));
  const known = await onceInTransaction(ctx.tx, `entries ${JSON.stringify(asked)}`, () => entriesAmong(ctx, asked));
  const unknown = given.filter(({ type, codes }) => codes.some((code) => !known.has(`${type}|${code}`)));
  requireSound(unknown.map(({ field }) => ({ field, reason: 'field.unknown-choice' })));
}

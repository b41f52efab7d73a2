import { dictOf, jsonKeyOf, type AnyField, type AnyResource } from '@kangmai/resource';

import { entryWord } from '../lib/i18n/entry-word.ts';
import { culture } from '../lib/i18n/i18n.ts';
import { formatMoney, formatQuantity, isMinutes, withUnit } from '../lib/units.ts';
import { readFrom } from './calls.ts';

export interface ChangedValue {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The values are not shown, only that they changed. */
  readonly wordless: boolean;
}

export interface RowChange {
  readonly id: number;
  readonly kind: 'created' | 'updated' | 'moved' | 'deleted';
  readonly at: Date;
  /** Null for the product itself. */
  readonly userName: string | null;
  readonly impersonatorName: string | null;
  readonly byPlatform: boolean;
  readonly reason: string | null;
  readonly move: { readonly label: string | null; readonly from: string; readonly to: string } | null;
  readonly changes: readonly ChangedValue[];
}

export interface HistoryPage {
  readonly items: readonly RowChange[];
  readonly hasMore: boolean;
}

interface WireChange extends Omit<RowChange, 'at' | 'changes'> {
  readonly creationTime: string;
  readonly changes: readonly (ChangedValue & { readonly field: string })[];
}

const dictKinds = new Set(['dict', 'dicts']);

/** A value with its unit; names of built-in dictionary entries in the user's language. */
function shownIn(field: AnyField | undefined, text: string | null): string | null {
  if (!field || text === null || field.options.sensitive) return text;
  if (dictKinds.has(field.kind)) {
    const mark = culture() === 'en' ? ', ' : '、';
    return text
      .split(mark)
      .map((word) => entryWord(dictOf(field), word))
      .join(mark);
  }
  const { unit } = field.options;
  if (unit === undefined) return text;
  if (field.kind === 'money') return formatMoney(Number(text));
  return isMinutes(unit) ? formatQuantity(Number(text), unit) : withUnit(text, unit);
}

/** The changes of a row, newest first: a page of those before another one. */
export async function getHistory(
  resource: AnyResource,
  {
    id,
    beforeId,
    signal,
  }: { readonly id: number; readonly beforeId: number | undefined; readonly signal: AbortSignal },
): Promise<HistoryPage> {
  const byKey = new Map(Object.entries(resource.fields).map(([name, field]) => [jsonKeyOf(name, field), field]));
  const query = { id, MaxResultCount: 20, ...(beforeId !== undefined && { BeforeId: beforeId }) };
  const page = await readFrom<{ readonly items: readonly WireChange[]; readonly hasMore: boolean }>(
    resource,
    'GetHistory',
    { query, signal },
  );
  const items = page.items.map(({ creationTime, changes, ...rest }) => ({
    ...rest,
    at: new Date(creationTime),
    changes: changes.map(({ field, before, after, ...change }) => ({
      ...change,
      before: shownIn(byKey.get(field), before),
      after: shownIn(byKey.get(field), after),
    })),
  }));
  return { items, hasMore: page.hasMore };
}

import { z } from 'zod';
import { type AnyField, isLines, jsonKeyOf, rowChanges, rowsOf } from '@kangmai/resource';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { labelIn } from '../../labels.ts';
import { isWordless, type Tell } from './tell.ts';

/** A changed value in words. */
export const told = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The values are not shown, only that they changed. */
  wordless: z.boolean(),
});
type Told = z.output<typeof told>;

interface Teller {
  readonly tell: Tell;
  readonly culture: CallCtx['caller']['culture'];
}
type States = readonly [before: unknown, after: unknown];

/** The differences of a list of rows, each under the place of its row. */
function toldRows(
  { tell, culture }: Teller,
  [name, field]: readonly [string, AnyField],
  [before, after]: States,
): readonly Told[] {
  const rule = rowsOf(field);
  if (!rule) return [];
  const head = { field: jsonKeyOf(name, field) };
  const same = isLines(field) ? { ...rule, unique: ['id'] } : rule;
  return rowChanges(same, before, after).flatMap(({ kind, at, values }): readonly Told[] => {
    const list = labelIn(culture, field.options);
    const label = culture === 'en' ? `${list}, row ${at}` : `${list}第${at}行`;
    const words = values.flatMap((value) => {
      const own = rule.rows[value.name];
      return own
        ? [{ label: labelIn(culture, own.options), before: tell(value.before, own), after: tell(value.after, own) }]
        : [];
    });
    if (kind === 'changed')
      return words.map((word) => ({ ...head, ...word, label: `${label} · ${word.label}`, wordless: false }));
    const whole = (side: 'before' | 'after'): string | null =>
      words.flatMap((word) => word[side] ?? []).join(culture === 'en' ? ', ' : '，') || null;
    const isMoved = kind === 'moved';
    return [
      {
        ...head,
        label,
        before: isMoved ? null : whole('before'),
        after: isMoved ? null : whole('after'),
        wordless: isMoved,
      },
    ];
  });
}

/** A change of a field in words; a list of rows row by row. */
export function toldChanges(teller: Teller, named: readonly [string, AnyField], states: States): readonly Told[] {
  const [name, field] = named;
  const rows = toldRows(teller, named, states);
  if (rows.length > 0) return rows;
  const [before, after] = states.map((value) => teller.tell(value, field));
  return [
    {
      field: jsonKeyOf(name, field),
      label: labelIn(teller.culture, field.options),
      before: before ?? null,
      after: after ?? null,
      // Values that read alike differ in their form, or beyond the beginning that is quoted.
      wordless: isWordless(field) || (before === after && !field.options.sensitive),
    },
  ];
}

import type { AnyResource } from '@kangmai/resource';

/** Which columns of a list are shown, and in which order; kept in the browser. */
export interface ColumnChoice {
  readonly order: readonly string[];
  readonly shown: readonly string[];
}

const isChoice = (value: unknown): value is ColumnChoice =>
  typeof value === 'object' && value !== null && Array.isArray((value as ColumnChoice).order) && Array.isArray((value as ColumnChoice).shown);

/** The columns a list has before anybody chose: its own first and shown, the remaining fields after them and hidden. */
export function usualColumns(resource: AnyResource, columns: readonly string[], omit: readonly string[] = []): ColumnChoice {
  const shown = columns.filter((name) => !omit.includes(name));
  const rest = Object.entries(resource.fields).filter(([name, field]) => !columns.includes(name) && !omit.includes(name) && field.kind !== 'secret');
  return { order: [...shown, ...rest.map(([name]) => name)], shown };
}

/** A kept choice brought up to date: columns that are gone fall away, added ones appear as they usually are. */
export function currentChoice(kept: unknown, usual: ColumnChoice): ColumnChoice {
  if (!isChoice(kept)) return usual;
  const known = new Set(kept.order);
  const added = usual.order.filter((name) => !known.has(name));
  return {
    order: [...kept.order.filter((name) => usual.order.includes(name)), ...added],
    shown: [...kept.shown.filter((name) => usual.order.includes(name)), ...added.filter((name) => usual.shown.includes(name))],
  };
}

export const shownColumns = ({ order, shown }: ColumnChoice): readonly string[] => order.filter((name) => shown.includes(name));

/** The choice with one column a step further up or down. */
export function moveColumn(choice: ColumnChoice, name: string, step: -1 | 1): ColumnChoice {
  const at = choice.order.indexOf(name);
  const to = at + step;
  const other = choice.order[to];
  if (at < 0 || other === undefined) return choice;
  return { ...choice, order: choice.order.map((one, index) => (index === at ? other : index === to ? name : one)) };
}

export const toggleColumn = (choice: ColumnChoice, name: string): ColumnChoice => ({
  ...choice,
  shown: choice.shown.includes(name) ? choice.shown.filter((one) => one !== name) : [...choice.shown, name],
});

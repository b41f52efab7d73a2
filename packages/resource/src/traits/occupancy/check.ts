import { type AnyField, type FieldOptions, type Fields, optionsOf } from '../../fields/field.ts';
import { targetOf } from '../../fields/ref.ts';
import { type Moves, movesOf } from '../moves/moves.ts';
import { areBounds, isChoice } from '../periods/periods.ts';
import { occupancyKinds, type Occupies, type TakesPlace } from './occupancy.ts';

interface Occupying {
  readonly name: string;
  readonly fields: Fields;
  readonly storage: string;
  readonly moves: Moves | undefined;
  readonly occupies: readonly Occupies[];
  readonly takesPlace: TakesPlace | undefined;
  readonly heldUntil: string | undefined;
}

const span = /^\d+[smhd]$/;

function isCount(field: AnyField | undefined): boolean {
  if (field?.kind !== 'integer') return false;
  const { required, default: usual } = field.options;
  return (
    (required === true || usual !== undefined) &&
    (optionsOf<FieldOptions & { readonly min?: number }>(field).min ?? 0) >= 1
  );
}

const wrongChoice = (
  { fields }: Occupying,
  when: Readonly<Record<string, readonly string[] | undefined>> = {},
): string | undefined => {
  const unknown = Object.entries(when).find(([name, choices = []]) => !isChoice(fields[name], choices));
  return unknown && `${unknown[0]} has no such choice`;
};

function spanProblem({ fields }: Occupying, { from, lasts = '' }: Occupies): string | undefined {
  if (fields[from]?.kind !== 'dateTime') return `${from} is no instant`;
  return span.test(lasts) || isCount(fields[lasts]) ? undefined : `${lasts} is no span, and no count of minutes from 1`;
}

function stretchProblem(resource: Occupying, rule: Occupies): string | undefined {
  const { from, to } = rule;
  if (to === undefined) return spanProblem(resource, rule);
  const [begin, end] = [resource.fields[from], resource.fields[to]];
  const isOneDay = from === to && begin?.kind === 'date';
  return isOneDay || areBounds(begin, end) ? undefined : `${from} and ${to} are no two days or instants`;
}

function occupyProblem(resource: Occupying, rule: Occupies): string | undefined {
  const subject = resource.fields[rule.subject];
  const target = occupancyKinds[rule.kind] as string | undefined;
  if (subject?.kind !== 'ref' || targetOf(subject) !== target) return `${rule.subject} is no ${rule.kind}`;
  return stretchProblem(resource, rule) ?? wrongChoice(resource, rule.when);
}

function placeProblem(resource: Occupying, { of, at, count, when }: TakesPlace): string | undefined {
  const { fields } = resource;
  if (fields[of]?.kind !== 'ref') return `${of} refers to no row that has slots`;
  if (at !== undefined && fields[at]?.kind !== 'dateTime') return `${at} is no instant`;
  if (count !== undefined && !isCount(fields[count])) return `${count} is no count from 1`;
  return wrongChoice(resource, when);
}

function holdProblem({ fields, moves }: Occupying, name: string): string | undefined {
  const field = fields[name];
  if (field?.kind !== 'dateTime' || field.options.readonly !== true) return `${name} is no instant of the server`;
  return movesOf({ moves }).some(([, { clock }]) => clock?.field === name)
    ? undefined
    : `no move by the clock gives back what is held until ${name}`;
}

/** Refuses occupancies by fields that a definition does not have. */
export function checkOccupancy(resource: Occupying): void {
  const { occupies, takesPlace, heldUntil, storage } = resource;
  if (occupies.length === 0 && takesPlace === undefined && heldUntil === undefined) return;
  const problem =
    storage === 'rows'
      ? (occupies.map((rule) => occupyProblem(resource, rule)).find((found) => found !== undefined) ??
        (takesPlace && placeProblem(resource, takesPlace)) ??
        (heldUntil === undefined ? undefined : holdProblem(resource, heldUntil)))
      : 'it has no rows of its own';
  if (problem !== undefined) throw new Error(`${resource.name}: ${problem}`);
}

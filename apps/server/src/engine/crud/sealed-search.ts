import { columnName, fieldOf, kindOf, permissionsOfReveal, sealedColumns, type AnyResource } from '@kangmai/resource';
import { canAny, type Ctx, type Search } from '../../access/ctx.ts';
import type { Bind } from '../../access/data-scope.ts';
import { requireRecorded } from '../../access/searches.ts';
import { normalised } from '../../platform/field-crypto.ts';

interface SealedFilter {
  readonly resource: AnyResource;
  readonly name: string;
  readonly alias: string;
  readonly bind: Bind;
  readonly text: string;
}

const searchOf = ({ resource, name, text }: Omit<SealedFilter, 'alias' | 'bind'>, way: Search['way']): Search => ({
  resource: resource.name,
  field: name,
  kind: fieldOf(resource, name).kind,
  text,
  way,
});

const columnsAt = ({ resource, name, alias }: SealedFilter): { readonly index: string; readonly tail: string } => {
  const { index, tail } = sealedColumns(columnName(name, fieldOf(resource, name)));
  return { index: `${alias}."${index}"`, tail: `${alias}."${tail}"` };
};

/** Rows whose sealed field has exactly this value; requires a recorded search. */
export function sealedMatch(ctx: Ctx, place: SealedFilter): string {
  requireRecorded(ctx, searchOf(place, 'exact'));
  return `${columnsAt(place).index} = any(${place.bind(ctx.sealer.indexes(place.text))}::bytea[])`;
}

const residentNumber = /^\d{17}[\dX]$/;
const otherNumber = /^(?=.*[A-Z])(?=(.*\d){4})[A-Z0-9]{5,30}$/;

/** Whether free text can be a whole value. Names, initials and device numbers cannot. */
function couldBeWhole({ resource, name, text }: SealedFilter): boolean {
  const field = fieldOf(resource, name);
  if (field.kind === 'phone') return kindOf(field).check(text, field, { toInstant: () => undefined }).ok;
  const word = normalised(text);
  return residentNumber.test(word) || otherNumber.test(word);
}

const numberTail = /^\d{3}[\dX]$/;

/** Whether the caller may search by the tail. The mask of a phone shows its tail, so that search is allowed. */
function maySearchTail(ctx: Ctx, place: SealedFilter): boolean {
  if (fieldOf(place.resource, place.name).kind === 'phone') return true;
  if (!canAny(ctx, permissionsOfReveal(place.resource))) return false;
  requireRecorded(ctx, searchOf(place, 'tail'));
  return true;
}

/** Rows whose sealed field matches free text: by the whole value, or by the last four characters. */
export function sealedWord(ctx: Ctx, place: SealedFilter): string {
  if (couldBeWhole(place)) return sealedMatch(ctx, place);
  const tail = normalised(place.text);
  if (!numberTail.test(tail) || !maySearchTail(ctx, place)) return 'false';
  return `${columnsAt(place).tail} = ${place.bind(tail)}`;
}

/** Whether a save may search for a value without a further record. */
export const isProbeRecorded = (ctx: Ctx, input: Omit<SealedFilter, 'alias' | 'bind'>): boolean =>
  ctx.caller.userId === null || ctx.searches.has(searchOf(input, 'probe'));

/** Records that a save checks whether a value is taken; `isTaken`: its refusal says so. */
export function requireProbe(ctx: Ctx, input: Omit<SealedFilter, 'alias' | 'bind'>, isTaken = false): void {
  requireRecorded(ctx, searchOf(input, isTaken ? 'exact' : 'probe'));
}

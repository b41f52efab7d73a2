import { z } from 'zod';
import { localTime } from '@kangmai/domain';
import {
  type AnyResource,
  checkFields,
  hasOwnCall,
  type Move,
  movesBetween,
  permissionsOfAction,
  stateAction,
  statesOf,
} from '@kangmai/resource';
import { requireAny } from '../../../access/ctx.ts';
import { conflict, notAllowed, requireSound } from '../../../platform/errors.ts';
import { codeOf, whole } from '../../call-shapes/answers.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import type { PlainRow } from '../../crud/plan.ts';
import { changedBy, refuseStale, Rows } from '../../crud/repository.ts';
import { requireOffered } from '../only/only.ts';
import type { Change, Served, Trait } from '../trait.ts';
import { refuseState } from './refuse-state.ts';

type Values = { readonly [field: string]: unknown };
type NamedMove = readonly [name: string, move: Move];

/** A move of one row, chosen by name or by the state it leads to. */
interface MoveOfRow {
  readonly name: string;
  readonly move: Move;
  readonly row: PlainRow;
  readonly input: Values;
}
interface Step extends MoveOfRow {
  /** What is written. */
  readonly change: Record<string, unknown>;
}

/** Refuses persons whom the move excludes, and all but those it names. */
function requirePerson(ctx: CallCtx, { move: { notBy, by }, row }: Step): void {
  const isNamedIn = (fields: readonly string[]): boolean => fields.some((field) => row[field] === ctx.caller.userId);
  if (notBy && isNamedIn(notBy)) throw notAllowed('state.second-person');
  if (by && !isNamedIn(by)) throw notAllowed('state.other-person');
}

function requireDay(ctx: CallCtx, { move: { fromDay }, row }: Step): void {
  const value = fromDay === undefined ? undefined : row[fromDay];
  const day = value instanceof Date ? localTime(value.getTime(), ctx.caller.zone).day : value;
  if (typeof day === 'string' && day > ctx.today()) throw notAllowed('state.day-not-come');
}

/** What the user gives for fields of the row; what is not given stays as it is stored. */
const givenFields = ({ fields }: AnyResource, { move, input }: Step): Values =>
  Object.fromEntries(
    Object.keys(move.input ?? {})
      .filter((name) => name in fields && (input[name] ?? null) !== null)
      .map((name) => [name, input[name]]),
  );

/** Checks a move and collects what it writes: the new state, given fields, and what its code adds. */
async function prepare({ plan, code }: Served, ctx: CallCtx, step: Step): Promise<void> {
  const { resource } = plan;
  const { name, move, row, input, change } = step;
  const on = resource.moves?.on ?? '';
  const from = String(row[on]);
  if (!move.from.includes(from)) refuseState(ctx, resource, { from, to: move.to });
  requirePerson(ctx, step);
  requireDay(ctx, step);
  change[on] = move.to;
  Object.assign(change, givenFields(resource, step));
  await code?.moves[name]?.(ctx, { row, input, change });
}

const reasonOf = ({ reason }: Values): string | undefined => (typeof reason === 'string' ? reason : undefined);

/** The row, locked; refused when somebody else changed it since the caller, or this call, has seen it. */
async function lockedRow({ plan, code }: Served, ctx: CallCtx, { id, rowVersion }: Values): Promise<PlainRow> {
  const rows = new Rows(plan, ctx);
  const on = plan.resource.moves?.on ?? '';
  const seen = await rows.get(Number(id));
  await code?.hooks.lockFirst?.(ctx, Number(id));
  const row = await rows.get(Number(id), true);
  await refuseStale(ctx, row, (rowVersion as number | null) ?? undefined);
  if (seen[on] !== row[on]) throw conflict('row.changed', await changedBy(ctx, row));
  return row;
}

/** Checks a move of a locked row, writes it and answers the row as written. */
export async function writeMove(served: Served, ctx: CallCtx, of: MoveOfRow): Promise<PlainRow> {
  const { plan, code } = served;
  const { row, input } = of;
  const change: Record<string, unknown> = {};
  await prepare(served, ctx, { ...of, change });
  await code?.hooks.beforeSave?.(ctx, change, row);
  const written = await new Rows(plan, ctx).update(row.id, change, reasonOf(input));
  await code?.hooks.afterSave?.(ctx, written, row);
  return written;
}

/** Makes a move by its call. Answers id and new state. */
async function makeMove(
  served: Served,
  ctx: CallCtx,
  { input, moveOf }: { readonly input: Values; readonly moveOf: (row: PlainRow) => NamedMove | undefined },
): Promise<Values> {
  const { plan } = served;
  const on = plan.resource.moves?.on ?? '';
  const answer = (row: PlainRow): Values => ({ id: row.id, [on]: statesOf(plan.resource).wireOf(String(row[on])) });
  const row = await lockedRow(served, ctx, input);
  const found = moveOf(row);
  if (!found) return answer(row);
  const [name, move] = found;
  return answer(await writeMove(served, ctx, { name, move, row, input }));
}

/** The move that leads from one state to another and that the caller may make. */
function moveTo(
  ctx: CallCtx,
  { resource, face }: Served['plan'],
  { from, to }: { readonly from: string; readonly to: string },
): NamedMove {
  const fitting = movesBetween(resource, { from, to });
  const [first] = fitting;
  if (!first) return refuseState(ctx, resource, { from, to });
  const permissionsOf = ([, { permission = [] }]: NamedMove): readonly string[] =>
    permissionsOfAction(face, { permission });
  const allowed = fitting.find((each) => permissionsOf(each).some((permission) => ctx.can(permission)));
  if (!allowed) requireAny(ctx, permissionsOf(first));
  return allowed ?? first;
}

function requireInput({ input = {} }: Move, values: Values): void {
  const missing = Object.entries(input).filter(
    ([name, { options }]) => options.required && (values[name] ?? null) === null,
  );
  requireSound(missing.map(([field]) => ({ field, reason: 'field.required' })));
}

/** A save that carries another state makes the move that leads there. */
async function moveBySave(served: Served, ctx: CallCtx, { draft, before, body }: Change): Promise<void> {
  const { resource } = served.plan;
  const on = resource.moves?.on ?? '';
  const [from, to] = [String(before[on]), draft[on]];
  if (typeof to !== 'string' || to === from) return;
  const [name, move] = moveTo(ctx, served.plan, { from, to });
  const { values, problems } = checkFields(move.input ?? {}, body, ctx.check);
  requireSound(problems);
  await requireOffered(served, ctx, { fields: move.input ?? {}, values, before });
  await prepare(served, ctx, { name, move, row: before, input: values, change: draft });
}

const answerOf = (resource: AnyResource): z.ZodType =>
  z.object({ id: whole, [resource.moves?.on ?? '']: codeOf(statesOf(resource)) });

/** States change by moves alone, made by their own call, the call for a state, or a save. */
export const moves: Trait = {
  actionOf(served, name) {
    const { resource } = served.plan;
    const own = resource.moves?.[name];
    if (typeof own === 'object' && hasOwnCall(own))
      return {
        answer: answerOf(resource),
        run: (ctx, input) => makeMove(served, ctx, { input, moveOf: () => [name, own] }),
      };
    if (resource.moves === undefined || name !== stateAction) return undefined;
    const { on } = resource.moves;
    return {
      answer: answerOf(resource),
      run: (ctx, input) =>
        makeMove(served, ctx, {
          input,
          moveOf(row) {
            if (row[on] === input[on]) return undefined;
            const found = moveTo(ctx, served.plan, { from: String(row[on]), to: String(input[on]) });
            requireInput(found[1], input);
            return found;
          },
        }),
    };
  },
  async beforeChange(served, ctx, change) {
    if (served.plan.resource.moves) await moveBySave(served, ctx, change);
  },
};

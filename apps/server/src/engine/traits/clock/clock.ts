import {
  type AnyResource,
  columnName,
  fieldOf,
  type Move,
  type MoveClock,
  movesOf,
  secondsAfter,
} from '@kangmai/resource';
import { systemCaller } from '../../../access/caller.ts';
import { inTenant, type Surroundings } from '../../../access/in-tenant.ts';
import { withRepositories, type CallCtx } from '../../crud/call-ctx.ts';
import type { Implementation } from '../../crud/implement.ts';
import { type PlanOf, Rows } from '../../crud/repository.ts';
import type { ServerModule } from '../../module.ts';
import { inStates } from '../../sql/in-states.ts';
import type { Served } from '../trait.ts';
import { writeMove } from '../moves/moves.ts';
import { occupancyTexts } from '../occupancy/occupancy.ts';

/** A move that the clock makes, and the rows that wait for it, under the alias `r`. */
interface ClockedMove {
  readonly resource: AnyResource;
  readonly name: string;
  readonly move: Move;
  /** Where the time of the row stands. */
  readonly column: string;
  readonly isDate: boolean;
  readonly waiting: string;
  /** Seconds after the time of the row. */
  readonly after: number;
}

export interface MoveClockParts {
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly resources: readonly AnyResource[];
  readonly implementations: readonly Implementation[];
  readonly report: (fault: unknown) => void;
}

const everyMs = 500;
const atOnce = 50;
/** A row whose move fails is tried again after this, and a tenant whose rows cannot be read; the others do not wait. */
const rowWaitsMs = 600_000;
const tenantWaitsMs = 30_000;
/** Where a day ends first on earth. */
const firstZone = 'Pacific/Kiritimati';

function clockedMove(resource: AnyResource, [name, move]: readonly [string, Move], clock: MoveClock): ClockedMove {
  const field = fieldOf(resource, clock.field);
  if (Object.values(move.input ?? {}).some(({ options }) => options.required))
    throw new Error(`${resource.name}.${name}: nobody gives a move by the clock its input`);
  return {
    resource,
    name,
    move,
    column: columnName(clock.field, field),
    isDate: field.kind === 'date',
    waiting: `${inStates(resource, move.from)} and not is_deleted`,
    after: secondsAfter(clock),
  };
}

const clockedMoves = (resources: readonly AnyResource[]): readonly ClockedMove[] =>
  resources.flatMap((resource) =>
    movesOf(resource).flatMap((named) => {
      const { clock } = named[1];
      return clock ? [clockedMove(resource, named, clock)] : [];
    }),
  );

/** Due by both clocks, the database's and the node's: a node whose clock is fast moves nothing early. */
function dueBy({ column, isDate, after }: ClockedMove, now: string, zone: string): string {
  const time = `least(now(), ${now}::timestamptz) - make_interval(secs => ${after})`;
  return isDate ? `r.${column} < ((${time}) at time zone ${zone})::date` : `r.${column} <= ${time}`;
}

/** Tenants with due rows of one move, by the index of the move; after a long stop the most overdue first. */
const tenantsSql = (
  one: ClockedMove,
  place: number,
): string => `select distinct ${place} as place, d.tenant_id as "tenantId" from (
  select r.tenant_id from (select tenant_id, ${one.column} from "${one.resource.table}" where ${one.waiting}) r join tenant n on n.id = r.tenant_id
  where ${dueBy(one, '$1', `'${firstZone}'`)} and ${dueBy(one, '$1', 'n.time_zone')} order by r.${one.column} limit 1000) d`;

const rowsSql = (one: ClockedMove): string => `select r.id from "${one.resource.table}" r
  where r.tenant_id = $1 and ${one.waiting} and ${dueBy(one, '$2', '$3::text')} and $3::text is not null and r.id <> all($4::bigint[])
  order by r.${one.column} limit $5 for update skip locked`;

interface DueTenant {
  readonly tenantId: number;
  readonly place: number;
}

/** Makes the moves that fall due. What fell due while no server ran is moved after the start; nodes share the rows. */
export class MovesByClock {
  private readonly parts: MoveClockParts;
  private readonly moves: readonly ClockedMove[];
  /** All moves in one statement: it is asked twice a second. */
  private readonly dueSql: string;
  private readonly codes: ReadonlyMap<string, Implementation>;
  private readonly putOff = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(parts: MoveClockParts) {
    this.parts = parts;
    this.moves = clockedMoves(parts.resources);
    this.dueSql = this.moves.map(tenantsSql).join(' union all ');
    this.codes = new Map(parts.implementations.map((code) => [code.resource.name, code]));
  }

  start(): void {
    if (this.isStopped || this.moves.length === 0) return;
    this.timer = setTimeout(() => {
      this.running = this.tick()
        .catch(this.parts.report)
        .finally(() => this.start());
    }, everyMs).unref();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  async tick(): Promise<void> {
    const { surroundings, report } = this.parts;
    for (const [key, until] of this.putOff) if (until < performance.now()) this.putOff.delete(key);
    const due = await surroundings.database.rowsEverywhere<DueTenant>(this.dueSql, [surroundings.now()]);
    for (const { place, tenantId } of due) {
      const one = this.moves[place];
      if (one && !this.putOff.has(moveKey(tenantId, one, ''))) await this.moveAll(tenantId, one).catch(report);
    }
  }

  private async moveAll(tenantId: number, one: ClockedMove): Promise<void> {
    const { surroundings, planOf, report } = this.parts;
    const tenant = await surroundings.database.withTenant(tenantId, (tx) =>
      tx.one<{ zone: string }>('select time_zone as zone from tenant where id = $1', [tenantId]),
    );
    let most = atOnce;
    while (tenant && !this.isStopped) {
      const tried: number[] = [];
      const moved = await inTenant(surroundings, { caller: systemCaller(tenantId, tenant.zone) }, (ctx) =>
        this.moveSome(withRepositories(ctx, planOf), one, { most, tried }),
      ).catch((fault: unknown) => {
        report(fault);
        // After a fault rows are moved one by one, and one that fails is put off.
        if (most === 1 || tried.length === 0) this.wait(moveKey(tenantId, one, tried[0] ?? ''), tried.length > 0);
        most = 1;
        return tried.length === 0 ? 0 : undefined;
      });
      if (moved !== undefined && moved < most) return;
    }
  }

  private wait(key: string, isRow: boolean): void {
    this.putOff.set(key, performance.now() + (isRow ? rowWaitsMs : tenantWaitsMs));
  }

  /** Answers how many rows it moved. */
  private async moveSome(
    ctx: CallCtx,
    one: ClockedMove,
    { most, tried }: { readonly most: number; readonly tried: number[] },
  ): Promise<number> {
    const start = moveKey(ctx.tenantId, one, '');
    const without = [...this.putOff.keys()]
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length));
    const values = [ctx.tenantId, ctx.now(), ctx.caller.zone, without, most];
    const due = await ctx.tx.query<{ id: number }>(rowsSql(one), values);
    // A transaction that is repeated tries others.
    tried.splice(0, tried.length, ...due.map(({ id }) => id));
    const served: Served = {
      plan: this.parts.planOf(one.resource),
      code: this.codes.get(one.resource.name),
      traits: [],
    };
    const { name, move } = one;
    for (const { id } of due)
      await writeMove(served, ctx, { name, move, row: await new Rows(served.plan, ctx).get(id, true), input: {} });
    return due.length;
  }
}

const moveKey = (tenantId: number, { resource, name }: ClockedMove, id: number | ''): string =>
  `${tenantId} ${resource.name} ${name} ${id}`;

/** The module that makes the moves by the clock; these also release held bookings. */
export const movesModule = (parts: MoveClockParts): ServerModule => ({
  name: 'moves',
  texts: [occupancyTexts],
  clocks: [new MovesByClock(parts)],
});

import { addDays, daySteps, startOfDay, unknownBirthday } from '@kangmai/domain';
import { client, stepCount } from '@kangmai/model';
import { notReplaced, type CallCtx, Values, yearsSql } from '../../engine/public.ts';
import { groupBy } from '../../platform/group-by.ts';
import { pointSource } from '../main-loop/public.ts';
import { stepGoal } from './targets.ts';

export interface PersonDay {
  readonly clientId: number;
  readonly day: string;
}

export interface WalkDay extends PersonDay {
  /** The last counter value of the main device, which represents the day. */
  readonly id: number;
  readonly measuredAt: Date;
  readonly deviceId: number | null;
  readonly origin: number;
  readonly level: number;
  readonly steps: number;
  /** Metres; computed from height and sex where the device reports none. */
  readonly distance: number | null;
  readonly calorie: number | null;
  readonly sportMinutes: number | null;
  readonly goalSteps: number;
}

interface CounterRow extends PersonDay {
  readonly id: number;
  readonly measuredAt: Date;
  readonly deviceId: number | null;
  readonly origin: number;
  readonly level: number;
  readonly goal: number | null;
  readonly steps: readonly number[];
  readonly distances: readonly number[] | null;
  readonly calories: readonly number[] | null;
  readonly minutes: readonly number[] | null;
  readonly height: string | null;
  readonly gender: string;
  readonly age: number | null;
}

const counters = `select d.client_id as "clientId", d.day::text as day, b.device_id as "deviceId", (array_agg(b.id order by b.measured_at desc, b.id desc))[1] as id, max(b.measured_at) as "measuredAt", max(b.origin) as origin, max(b.level) as level, max(b.goal_steps) as goal,
  array_agg(b.steps order by b.measured_at, b.id) as steps, array_agg(b.distance order by b.measured_at, b.id) filter (where b.distance is not null) as distances,
  array_agg(b.calorie order by b.measured_at, b.id) filter (where b.calorie is not null) as calories, array_agg(b.sport_minutes order by b.measured_at, b.id) filter (where b.sport_minutes is not null) as minutes`;
const ofPerson = `c.height, c.gender, ${yearsSql('$2::date', 'c.birthday', unknownBirthday)} as age`;
const metresPerCm = { male: 0.415 / 100, female: 0.413 / 100 } as const;

function distanceOf(row: CounterRow, steps: number): number | null {
  if (row.distances) return daySteps(row.distances);
  if (row.height === null) return null;
  return Math.round(steps * Number(row.height) * (row.gender === '2' ? metresPerCm.female : metresPerCm.male));
}

function walkDay(row: CounterRow): WalkDay {
  const { clientId, day, id, measuredAt, deviceId, origin, level } = row;
  const steps = daySteps(row.steps);
  return {
    clientId,
    day,
    id,
    measuredAt,
    deviceId,
    origin,
    level,
    steps,
    distance: distanceOf(row, steps),
    calorie: row.calories ? daySteps(row.calories) : null,
    sportMinutes: row.minutes ? daySteps(row.minutes) : null,
    goalSteps: row.goal ?? stepGoal(row.age ?? undefined),
  };
}

/** The device that counts for a person's day: a real one first, then the one with most values, then the longest. */
const isBefore = (one: CounterRow, other: CounterRow): number =>
  Number(one.deviceId === null) - Number(other.deviceId === null) ||
  other.steps.length - one.steps.length ||
  (one.deviceId ?? 0) - (other.deviceId ?? 0);

function mainDevices(rows: readonly CounterRow[]): readonly WalkDay[] {
  const days = groupBy(rows, ({ clientId, day }) => `${clientId}|${day}`);
  return [...days.values()].flatMap((group) => group.toSorted(isBefore).slice(0, 1)).map(walkDay);
}

/** The walks of given persons' days. The persons must be in the caller's sight. */
export async function walkDaysOf(ctx: CallCtx, zone: string, days: readonly PersonDay[]): Promise<readonly WalkDay[]> {
  if (days.length === 0) return [];
  const rows = await ctx.tx.query<CounterRow>(
    `select w.*, ${ofPerson} from (${counters} from unnest($3::bigint[], $4::date[], $5::timestamptz[], $6::timestamptz[]) as d(client_id, day, since, until)
       join step_count b on b.tenant_id = $1 and b.client_id = d.client_id and b.measured_at >= d.since and b.measured_at < d.until and b.quality <> 4
         and ${notReplaced(stepCount)}
       group by d.client_id, d.day, b.device_id) w join "${client.table}" c on c.tenant_id = $1 and c.id = w."clientId"`,
    [
      ctx.tenantId,
      ctx.today(),
      days.map(({ clientId }) => clientId),
      days.map(({ day }) => day),
      days.map(({ day }) => new Date(startOfDay(day, zone))),
      days.map(({ day }) => new Date(startOfDay(addDays(day, 1), zone))),
    ],
  );
  return mainDevices(rows);
}

export async function walksBetween(
  ctx: CallCtx,
  query: {
    readonly zone: string;
    readonly clientId: number | undefined;
    readonly imei: string | undefined;
    readonly from: Date | undefined;
    readonly to: Date | undefined;
    readonly most?: number;
  },
): Promise<readonly WalkDay[]> {
  const values = new Values(ctx);
  const { bind } = values;
  const today = bind(ctx.today());
  const zone = bind(query.zone);
  const source = pointSource(
    ctx,
    { kind: 'walk', clientId: query.clientId, imei: query.imei, from: query.from, to: query.to },
    values,
  );
  const rows = await ctx.tx.query<CounterRow>(
    `select w.*, ${ofPerson.replace('$2', today)} from (${counters} from (select b.*, (b.measured_at at time zone ${zone})::date as day ${source}) b cross join lateral (select b.client_id, b.day) d
       group by d.client_id, d.day, b.device_id) w join "${client.table}" c on c.tenant_id = $1 and c.id = w."clientId"`,
    values.list,
  );
  const days = mainDevices(rows).toSorted((one, other) => (one.day < other.day ? -1 : 1));
  return query.most === undefined ? days : days.slice(-query.most);
}

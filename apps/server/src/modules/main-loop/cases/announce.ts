import { randomUUID } from 'node:crypto';
import type { AlarmLevel } from '@kangmai/domain';
import { client, organizationUnit } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { roomsOfPerson, type Audience, type LockedAlarms } from '../../../platform/live-bus.ts';
import { figureTimesOf, type FigureCase } from './figure-times.ts';

export const audiences: readonly Audience[] = [
  { name: 'abnormal', permissions: ['Pages.HealthService.AbnormalData', 'Pages.RemoteMonitoring.AbnormalData'] },
  { name: 'sos', permissions: ['Pages.RemoteMonitoring.SOS'] },
];

const soundFrom = 3;

interface Told {
  readonly unitName?: string | null;
  readonly ['abnormaL_LEVEL']?: number;
  readonly ['tO_TIME']?: string;
  readonly sosTime?: string;
}

const critical = 4;

/** Screens sound for abnormal readings of level 3 and above, and for every call for help. */
export const lockedAlarms: LockedAlarms = {
  newabnormal: (payload) => {
    const { unitName = null, ...told }: Told = payload;
    const level = told['abnormaL_LEVEL'] ?? 1;
    return { isLoud: level >= soundFrom, level, unit: unitName, time: told['tO_TIME'] ?? '' };
  },
  newsos: (payload) => {
    const { unitName = null, sosTime = '' }: Told = payload;
    return { isLoud: true, level: critical, unit: unitName, time: sosTime };
  },
};

/** The unit to which a person belongs. */
export async function unitNameOf(ctx: CallCtx, clientId: number | null): Promise<string | null> {
  if (clientId === null) return null;
  const unit = await ctx.first(
    ctx
      .from(client, 'c')
      .innerJoin(ctx.from(organizationUnit, 'u').joined, 'u.id', 'c.organizationUnit')
      .select('u.displayName')
      .where('c.id', '=', clientId),
  );
  return unit?.displayName ?? null;
}

export interface Announcement {
  readonly caseId: number;
  readonly clientId: number | null;
  readonly name: string;
  readonly finding: string;
  readonly level: AlarmLevel;
  readonly at: Date;
  /** Fields of the case, when its text contains the value of a reading. */
  readonly figureCase?: FigureCase;
  readonly kind: 'open' | 'raise' | 'repeat';
}

interface TiesRow {
  readonly manager: number | null;
  readonly doctor: number | null;
  readonly team: number | null;
  readonly unit: number | null;
}

/** The rooms of the users who may see a person; without a person, of those who may see all. */
export async function roomsOf(ctx: CallCtx, audience: string, clientId: number | null): Promise<readonly string[]> {
  if (clientId === null) return roomsOfPerson(ctx.tenantId, audience, undefined);
  const ties = await ctx.tx.one<TiesRow>(
    'select health_manager_id as manager, doctor_id as doctor, team_id as team, organization_unit_id as unit from client where tenant_id = $1 and id = $2',
    [ctx.tenantId, clientId],
  );
  return roomsOfPerson(
    ctx.tenantId,
    audience,
    ties && { users: [ties.manager, ties.doctor], team: ties.team, unit: ties.unit },
  );
}

export async function announce(ctx: CallCtx, news: Announcement): Promise<void> {
  const [rooms, unitName, [figures]] = await Promise.all([
    roomsOf(ctx, 'abnormal', news.clientId),
    unitNameOf(ctx, news.clientId),
    figureTimesOf(ctx, news.figureCase ? [news.figureCase] : []),
  ]);
  const payload = {
    id: news.caseId,
    userid: news.clientId,
    userName: news.name,
    unitName,
    ['abnormaL_DIA']: news.finding,
    ['abnormaL_LEVEL']: news.level,
    ['tO_TIME']: news.at.toISOString(),
    valueTime: figures?.valueTime ?? null,
    worst: figures?.worst ?? null,
    notice: news.kind,
  };
  ctx.publish({ event: 'newabnormal', rooms, payload, key: randomUUID() });
}

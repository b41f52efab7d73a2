import { randomUUID } from 'node:crypto';
import type { AlarmLevel } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';
import { roomsOfPerson, type Audience, type LockedAlarms } from '../../../platform/live-bus.ts';
import { figureTimesOf, type ToldCase } from './figure-times.ts';

/** Who hears of abnormal readings and of calls for help. */
export const audiences: readonly Audience[] = [
  { name: 'abnormal', permissions: ['Pages.HealthService.AbnormalData', 'Pages.RemoteMonitoring.AbnormalData'] },
  { name: 'sos', permissions: ['Pages.RemoteMonitoring.SOS'] },
];

const soundFrom = 3;

/** Abnormal readings sound from the level on from which they sound at an open screen, calls for help always. */
export const lockedAlarms: LockedAlarms = {
  newabnormal: (payload) => Number((payload as { ['abnormaL_LEVEL']?: number })['abnormaL_LEVEL']) >= soundFrom,
  newsos: () => true,
};

/** News of a case for the staff in whose sight the person is. */
export interface Announcement {
  readonly caseId: number;
  readonly clientId: number | null;
  readonly name: string;
  readonly finding: string;
  readonly level: AlarmLevel;
  readonly at: Date;
  /** The case, when its words contain the value of a reading. */
  readonly told?: ToldCase;
  readonly kind: 'open' | 'raise' | 'repeat';
}

interface TiesRow {
  readonly manager: number | null;
  readonly doctor: number | null;
  readonly team: number | null;
  readonly unit: number | null;
}

/** The rooms of those who see a person; a case without wearer is for those who see all. */
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

/** Sends the news of a case to the screens of those who see the person, after the commit. */
export async function announce(ctx: CallCtx, news: Announcement): Promise<void> {
  const [rooms, [figures]] = await Promise.all([
    roomsOf(ctx, 'abnormal', news.clientId),
    figureTimesOf(ctx, news.told ? [news.told] : []),
  ]);
  const payload = {
    id: news.caseId,
    userid: news.clientId,
    userName: news.name,
    ['abnormaL_DIA']: news.finding,
    ['abnormaL_LEVEL']: news.level,
    ['tO_TIME']: news.at.toISOString(),
    valueTime: figures?.valueTime ?? null,
    worst: figures?.worst ?? null,
    notice: news.kind,
  };
  ctx.publish({ event: 'newabnormal', rooms, payload, key: randomUUID() });
}

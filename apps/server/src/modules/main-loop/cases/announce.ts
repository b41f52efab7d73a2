import { randomUUID } from 'node:crypto';
import type { AlarmLevel } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';
import { roomsOfPerson, type Audience, type LockedAlarms } from '../../../platform/live-bus.ts';
import { figureTimesOf, type FigureCase } from './figure-times.ts';
import { namesAndUnits, tiesOf, type Ties } from './persons.ts';

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

export async function unitNameOf(ctx: CallCtx, clientId: number | null): Promise<string | null> {
  return (await namesAndUnits(ctx, [clientId])).get(clientId ?? 0)?.unitName ?? null;
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

/** The rooms of the users who may see a person; without a person, of those who may see all. */
function roomsFor(ctx: CallCtx, audience: string, ties: Ties | undefined): readonly string[] {
  return roomsOfPerson(
    ctx.tenantId,
    audience,
    ties && { users: [ties.manager, ties.doctor, ...ties.serving], team: ties.team, unit: ties.unit },
  );
}

export async function roomsOf(ctx: CallCtx, audience: string, clientId: number | null): Promise<readonly string[]> {
  return roomsFor(ctx, audience, (await tiesOf(ctx, [clientId])).get(clientId ?? 0));
}

export async function roomsOfCases(
  ctx: CallCtx,
  cases: readonly { readonly clientId: number | null }[],
): Promise<readonly string[]> {
  const clients = cases.map(({ clientId }) => clientId);
  const ties = await tiesOf(ctx, clients);
  return [...new Set(clients.flatMap((id) => roomsFor(ctx, 'abnormal', ties.get(id ?? 0))))];
}

export async function announceAll(ctx: CallCtx, all: readonly Announcement[]): Promise<void> {
  const clients = all.map(({ clientId }) => clientId);
  const [ties, units, figures] = await Promise.all([
    tiesOf(ctx, clients),
    namesAndUnits(ctx, clients),
    figureTimesOf(
      ctx,
      all.flatMap(({ figureCase }) => figureCase ?? []),
    ),
  ]);
  const figuresOf = new Map(figures.map((each) => [each.id, each]));
  for (const news of all) {
    const payload = {
      id: news.caseId,
      userid: news.clientId,
      userName: news.name,
      unitName: units.get(news.clientId ?? 0)?.unitName ?? null,
      ['abnormaL_DIA']: news.finding,
      ['abnormaL_LEVEL']: news.level,
      ['tO_TIME']: news.at.toISOString(),
      valueTime: figuresOf.get(news.caseId)?.valueTime ?? null,
      worst: figuresOf.get(news.caseId)?.worst ?? null,
      notice: news.kind,
    };
    const rooms = roomsFor(ctx, 'abnormal', ties.get(news.clientId ?? 0));
    ctx.publish({ event: 'newabnormal', rooms, payload, key: randomUUID() });
  }
}

export const announce = (ctx: CallCtx, news: Announcement): Promise<void> => announceAll(ctx, [news]);

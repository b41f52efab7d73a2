import { abnormalCase } from '@kangmai/model';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Contexts } from '../src/modules/main-loop/intake/contexts.ts';
import { silenceCasesUnder } from '../src/modules/main-loop/rules/bench-silence.ts';
import { loadTenantContext } from '../src/modules/main-loop/rules/tenant-rules.ts';
import { asSystem } from './made-people.ts';
import { beat, heartNow } from './signs.ts';
import { openWard, type Ward } from './ward.ts';

/** A bench with unchanged rules finds the stored cases of silent devices. */

let ward: Ward;
const [watch, calm, other] = ['860000000009801', '860000000009802', '860000000009803'] as const;

beforeEach(async () => {
  ward = await openWard('2026-03-10', '08:00');
});

afterEach(() => ward.close());

const heart = (imei: string): object => heartNow(ward, imei);

/** Until a time every so many minutes: what is sent, then the clock. */
async function until(to: string, items: () => readonly object[] = () => []): Promise<void> {
  while (ward.now() < ward.at(to)) {
    ward.advance(Math.min(30, (ward.at(to).getTime() - ward.now().getTime()) / 60_000));
    if (items().length > 0) await ward.send(...items());
    await ward.follow();
    await ward.tick();
  }
}

interface Found {
  readonly client: number;
  readonly level: string | number;
  readonly startedAt: Date;
  readonly rule: number | null;
  readonly version: number | null;
  readonly device: number | null;
  readonly isOver: boolean;
}

const levels = ['normal', 'notice', 'attention', 'warning', 'critical'];

async function bothOf(kind: 'offline' | 'wear', ids: readonly number[], since = '2026-03-09 00:00') {
  return asSystem(ward.app, 'Alpha', async (ctx) => {
    const contexts = new Contexts(ward.app.server.services.database, loadTenantContext);
    const { rules, rulesVersion } = await contexts.tenant(ctx.tenantId);
    const [rule] = rules.filter((each) => each.kind === kind);
    if (!rule) throw new Error(`no rule ${kind}`);
    const found = await silenceCasesUnder(ctx, {
      contexts,
      rule,
      span: { clientIds: ids, since: ward.at(since), until: ctx.now() },
      sets: [{ rules, version: rulesVersion }],
      quietHours: () => Promise.resolve('22:00-07:30'),
    });
    const made = ids.flatMap((client) =>
      (found.get(client)?.[0] ?? []).map(({ case: own, clearedAt, deviceId }): Found => {
        const by = rules.find(({ code }) => code === own.ruleCode);
        return {
          client,
          level: levels[own.level] ?? '',
          startedAt: new Date(own.fromAt),
          rule: by?.id ?? null,
          version: by?.version ?? null,
          device: deviceId,
          isOver: clearedAt !== null,
        };
      }),
    );
    const rows = await ctx.repo(abnormalCase).list({ where: { client: { in: ids } } as object, sort: 'startedAt' });
    const stored = rows
      .filter(({ type }) => type === kind)
      .map((row): Found => ({
        client: row.client ?? 0,
        level: row.level,
        startedAt: row.startedAt,
        rule: row.rule,
        version: row.ruleVersion,
        device: row.device,
        isOver: row.state === 'recovered',
      }));
    const inOrder = (all: readonly Found[]): readonly Found[] =>
      all.toSorted((one, next) => one.client - next.client || Number(one.startedAt) - Number(next.startedAt));
    return { made: inOrder(made), stored: inOrder(stored) };
  });
}

test('offline and not worn: level, instants, rule and device of every case', async () => {
  const lost = await ward.wearer(watch, { tags: ['dementia'] });
  const usual = await ward.wearer(calm);
  const third = await ward.wearer(other, { tags: ['dementia'] });
  const all = (): readonly object[] => [heart(watch), heart(calm), heart(other)];
  await ward.send(...all());
  await ward.follow();
  await until('10:00', all);
  // Two are silent, one is heard and not worn, on the charger for an hour.
  await ward.send(beat(other, { charging: true }));
  await ward.follow();
  await until('11:00', () => [beat(other, { charging: true })]);
  await ward.send(beat(other, { charging: false }));
  await ward.follow();
  await until('16:00', () => [beat(other)]);
  await until('17:00', all);
  // Everybody is worn again; then one is silent over the night.
  await until('2026-03-11 21:00', () => [heart(watch), heart(other)]);
  await until('2026-03-11 23:00', () => [beat(other), heart(calm)]);
  await until('2026-03-12 09:00', () => [heart(watch), beat(other)]);
  const ids = [lost, usual, third];
  for (const kind of ['offline', 'wear'] as const) {
    const { made, stored } = await bothOf(kind, ids);
    expect(stored.length, kind).toBeGreaterThan(1);
    expect(made, kind).toEqual(stored);
  }
}, 240_000);

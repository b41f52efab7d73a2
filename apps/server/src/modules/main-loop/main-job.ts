import { storedByPerson } from './intake/delivery.ts';
import type { MeasurementKind } from '@kangmai/domain';
import { readingOfKind } from '@kangmai/model';
import { systemCaller } from '../../access/caller.ts';
import { readingLanes } from '../../access/follow-lanes.ts';
import { inTenant, type Surroundings } from '../../access/in-tenant.ts';
import { Settings } from '../../access/settings.ts';
import { type PlanOf, type ServerModule, withRepositories } from '../../engine/public.ts';
import { followWarnings } from '../early-warning/public.ts';
import type { Messages } from '../messages/public.ts';
import { makeNotify } from '../notices/public.ts';
import { followFailed, followSend, type SendParts } from './notices/send-notices.ts';
import { RateLimit } from '../../platform/rate-limit.ts';
import { AlarmClock } from './silence/alarm-clock.ts';
import { audiences, lockedAlarms } from './cases/announce.ts';
import { abnormalCaseModule } from './cases/case-actions.ts';
import { followCheckDue, followMoved } from './cases/case-due.ts';
import { followDue } from './cases/climb-ladders.ts';
import { caseCalls } from './cases/case-calls.ts';
import { followObservations } from './cases/observation.ts';
import { followReadings } from './cases/follow-readings.ts';
import { alarmNoticeCalls, alarmNoticeModule } from './notices/notice-actions.ts';
import { alarmPolicyModule } from './notices/policies.ts';
import { alarmTexts } from './notices/texts.ts';
import { followWorn } from './silence/signs-of-life.ts';
import { followRetests } from './cases/retest.ts';
import { ownRulesCall } from './rules/rule-authors.ts';
import { ruleBench } from './rules/bench.ts';
import { abnormalRuleModule } from './rules/rules.ts';
import { followTrials, trialsCall } from './rules/trials.ts';
import { sosRecordModule, storeAlarm } from './sos/sos.ts';
import { sosEditCall } from './sos/sos-calls.ts';
import { followRaised, followSosMoved } from './sos/sos-news.ts';
import { followSignals } from './silence/unanswered.ts';
import { followStrangers, strangerAlarm, type StrangerParts } from './sos/stranger-alarm.ts';
import { ruleTexts } from './rules/rule-texts.ts';
import { caseTexts } from './cases/texts.ts';
import type { CountedEvent } from './intake/delivery.ts';
import { Contexts } from './intake/contexts.ts';
import { BadItem, readItem, type IngestItem, type ItemAnswer } from './intake/ingest-item.ts';
import { Gather } from './intake/gather.ts';
import { Ingestion } from './intake/ingest.ts';
import { manualCalls, readingImporters } from './entry/manual-entry.ts';
import { Months } from './readings/months.ts';
import { followClocks } from './intake/device-clock.ts';
import { followBound, followClockKnown, quarantineCalls, quarantineModule } from './quarantine/quarantine-actions.ts';
import { ingestSourceModule } from './intake/source-module.ts';
import { followRollups } from './totals/rollups.ts';
import { Sources } from './intake/sources.ts';
import { readingTable } from './readings/reading-table.ts';
import { tenantDirectory } from './intake/tenant-directory.ts';
import { tenantLoader } from './rules/tenant-rules.ts';
import { ingestTexts } from './intake/texts.ts';

export interface MainJobParts {
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly messages: Pick<Messages, 'queue' | 'queueAll'>;
  readonly log: (fault: unknown, what?: string) => void;
}

export interface MainJob {
  readonly module: ServerModule;
  readonly contexts: Contexts;
  readonly clock: AlarmClock;
  readonly door: {
    readonly admit: (proof: Parameters<Sources['admit']>[0]) => ReturnType<Sources['admit']>;
    readonly take: (
      items: readonly unknown[],
      deliverer: Awaited<ReturnType<Sources['admit']>>,
    ) => Promise<readonly ItemAnswer[]>;
    readonly log: (fault: unknown) => void;
  };
}

const readingsStored =
  ({ outboxFilled }: Surroundings) =>
  (tenantId: number): void =>
    outboxFilled(tenantId, readingLanes);

const accept = (value: unknown): IngestItem | ItemAnswer => {
  try {
    return readItem(value);
  } catch (error) {
    if (error instanceof BadItem) return { status: 'rejected', reason: 'bad_format', details: error.field };
    throw error;
  }
};

async function tenantsOf(surroundings: Surroundings, imeis: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await surroundings.database.directory(
    (tx) =>
      tx.query<{ imei: string; tenantId: number }>(
        'select imei, tenant_id as "tenantId" from dir_imei where imei = any($1::text[]) and tenant_id > 0 and valid_from <= now() and (valid_to is null or valid_to > now())',
        [imeis],
      ),
    { isReading: true },
  );
  return new Map(rows.map(({ imei, tenantId }) => [imei, tenantId]));
}

const strangerParts = ({ surroundings, planOf, messages }: MainJobParts): StrangerParts => ({
  surroundings,
  planOf,
  notify: makeNotify(messages),
});

function makeIngestion(
  parts: MainJobParts,
  shared: { readonly contexts: Contexts; readonly months: Months },
): Ingestion {
  const { surroundings, planOf } = parts;
  return new Ingestion({
    ...shared,
    urgentWork: surroundings.urgentWork,
    database: surroundings.database,
    now: surroundings.now,
    committed: readingsStored(surroundings),
    tenantsOf: tenantDirectory((imeis) => tenantsOf(surroundings, imeis)),
    tables: new Map(
      Object.entries(readingOfKind).map(([kind, resource]) => [kind as MeasurementKind, readingTable(resource)]),
    ),
    alarm: async ({ tenantId, device, item, deliverer, calledAt }) => {
      const tenant = await shared.contexts.tenant(tenantId);
      return inTenant(surroundings, { caller: systemCaller(tenantId, tenant.zone), lane: 'alarm' }, (ctx) =>
        storeAlarm(withRepositories(ctx, planOf), {
          device,
          item,
          sourceId: deliverer.sourceId,
          datums: { given: deliverer.datum, shown: tenant.datum },
          calledAt,
          receivedAt: surroundings.now(),
        }),
      );
    },
    strangerAlarm: (call) => strangerAlarm(strangerParts(parts), call),
  });
}

interface DoorParts {
  readonly sources: Sources;
  readonly ingestion: Ingestion;
  readonly log: MainJobParts['log'];
}

function makeDoor({ sources, ingestion, log }: DoorParts): MainJob['door'] {
  const gather = new Gather((items, deliverer) => ingestion.take(items, deliverer));
  return {
    admit: (proof) => sources.admit(proof),
    take: (items, deliverer) => {
      sources.spend(deliverer, items.length);
      const [item] = items;
      return items.length === 1
        ? gather.one(accept(item), deliverer).then((answer) => [answer])
        : ingestion.take(items.map(accept), deliverer);
    },
    log,
  };
}

interface FollowParts extends MainJobParts, Pick<SendParts, 'settings'> {
  readonly ingestion: Ingestion;
  readonly contexts: Contexts;
}

function followersOf(parts: FollowParts): NonNullable<ServerModule['follow']> {
  const { ingestion, contexts, messages, settings } = parts;
  const dropDevice = (tenantId: number, imei: string): void => contexts.dropDevice(tenantId, imei);
  const replayBound = followBound(ingestion, contexts);
  return {
    'readings.stored': (ctx, payloads) => followReadings(ctx, payloads, contexts),
    'readings.counted': async (ctx, payloads) => {
      await followRollups(ctx, payloads as readonly CountedEvent[]);
      await followTrials(ctx, payloads as readonly CountedEvent[], contexts);
      await followWarnings(ctx, payloads as readonly CountedEvent[]);
    },
    'case.due': followDue,
    'check.due': followCheckDue,
    'observation.due': followObservations(contexts),
    'clock.heard': followClocks,
    'clock.known': followClockKnown(ingestion, dropDevice),
    'case.moved': followMoved,
    'device.bound': async (ctx, payloads) => {
      await replayBound(ctx, payloads);
      await followWorn(ctx, payloads);
    },
    'sos.raised': followRaised,
    'sos.moved': followSosMoved,
    'retest.due': followRetests,
    'signal.due': followSignals(contexts),
    'stranger.due': followStrangers(strangerParts(parts)),
    'alarm.send': followSend({ messages, settings }),
    'alarm.failed': followFailed,
  };
}

export function makeMainJob(parts: MainJobParts): MainJob {
  const { surroundings, planOf } = parts;
  const settings = new Settings(surroundings.database);
  const contexts = new Contexts(surroundings.database, tenantLoader(settings));
  const months = new Months(surroundings.database);
  const entry = { contexts, months, committed: readingsStored(surroundings) };
  const ingestion = makeIngestion(parts, { contexts, months });
  const sources = new Sources({
    database: surroundings.database,
    sealerOf: surroundings.sealerOf,
    now: surroundings.now,
    limit: new RateLimit({ burst: 120_000, perSecond: 1000 }),
  });
  const quietHours = (tenantId: number): Promise<string> => settings.of(tenantId, 'App.Alarm.QuietHours');
  const clock = new AlarmClock({
    surroundings,
    planOf,
    contexts,
    quietHours,
    notify: makeNotify(parts.messages),
    report: (fault) => parts.log(fault, 'an alarm by the clock failed'),
  });
  return {
    contexts,
    clock,
    door: makeDoor({ sources, ingestion, log: parts.log }),
    module: {
      name: 'readings',
      texts: [caseTexts, ruleTexts, ingestTexts, alarmTexts],
      audiences,
      alarms: lockedAlarms,
      clocks: [clock],
      importers: readingImporters(entry),
      implementations: [
        abnormalCaseModule(contexts),
        abnormalRuleModule(contexts),
        sosRecordModule,
        alarmPolicyModule,
        alarmNoticeModule,
        ingestSourceModule(surroundings.database),
        quarantineModule(ingestion),
      ],
      works: [ruleBench({ contexts, quietHours })],
      calls: [
        ...manualCalls(entry),
        ...caseCalls,
        ...alarmNoticeCalls,
        ownRulesCall,
        trialsCall,
        sosEditCall,
        ...quarantineCalls,
      ],
      follow: followersOf({ ...parts, ingestion, contexts, settings }),
      apart: { 'readings.stored': storedByPerson },
      work: { 'case.due': 80, 'check.due': 400, 'observation.due': 400, 'alarm.send': 100, 'alarm.failed': 200 },
    },
  };
}

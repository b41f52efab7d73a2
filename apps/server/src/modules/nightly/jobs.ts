import { systemCaller } from '../../access/caller.ts';
import { inTenant, type Surroundings } from '../../access/in-tenant.ts';
import { type PlanOf, type Services, withRepositories } from '../../engine/public.ts';
import { addMonths, monthsAhead } from '../../platform/database/partitions.ts';
import type { Job } from '../../platform/jobs.ts';
import { recordMonths } from '../basic-data/public.ts';
import { fillSpellings, refreshCrowds } from '../clients/public.ts';
import { refreshDue, tenantsDue } from '../early-warning/public.ts';
import { refreshTags } from '../tags/public.ts';
import { prune, pruneAudit, prunePositions, type Retention } from './pruning.ts';

export const nightlyQueues = {
  plan: 'night-plan',
  tenant: 'night-of-tenant',
  months: 'months-ahead',
  pruning: 'pruning',
  warnings: 'early-warnings',
} as const;

const nightHour = 2;

const hourIn = (at: Date, zone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(at));

interface TenantRow {
  readonly id: number;
  readonly zone: string;
}

export interface NightlyParts {
  readonly services: Pick<Services, 'database' | 'settings' | 'model' | 'now'>;
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
}

const tenants = ({ services }: NightlyParts): Promise<TenantRow[]> =>
  services.database.platform((tx) =>
    tx.query<TenantRow>('select id, time_zone as zone from tenant where is_active and not is_deleted order by id'),
  );

const planJob = (parts: NightlyParts): Job => ({
  queue: nightlyQueues.plan,
  every: '7 * * * *',
  run: async ({ send }) => {
    for (const { id, zone } of await tenants(parts)) {
      if (hourIn(parts.services.now(), zone) === nightHour)
        await send(nightlyQueues.tenant, { tenantId: id, userId: null }, { once: 'night' });
    }
  },
});

/** Once a night per tenant: what follows from a new day, and pruning by the tenant's retention. */
const tenantJob = ({ services, surroundings, planOf }: NightlyParts): Job => ({
  queue: nightlyQueues.tenant,
  expireMinutes: 60,
  run: async ({ payload: { tenantId }, inTenant: within }) => {
    const tenant = await within((tx) =>
      tx.one<{ zone: string }>('select time_zone as zone from tenant where id = $1', [tenantId]),
    );
    if (!tenant) return;
    await inTenant(surroundings, { caller: systemCaller(tenantId, tenant.zone) }, async (ctx) => {
      const calls = withRepositories(ctx, planOf);
      await refreshCrowds(calls);
      await fillSpellings(calls);
      await recordMonths(calls);
      await refreshTags(calls);
    });
    const kept = async (name: string): Promise<Retention> => ({
      tenantId,
      zone: tenant.zone,
      days: await services.settings.number(tenantId, name),
    });
    await pruneAudit(services.database, await kept('App.Audit.RetentionDays'));
    await prunePositions(services.database, await kept('App.Locations.RetentionDays'));
  },
});

/** Once a day: creates the months of all reading tables in advance, so that no reading waits for one. */
const monthsJob = ({ services }: NightlyParts): Job => ({
  queue: nightlyQueues.months,
  every: '17 1 * * *',
  run: async () => {
    const now = services.now();
    for (const { storage, table } of services.model.resources)
      if (storage === 'readings') await services.database.ensurePartitions(table, now, addMonths(now, monthsAhead));
  },
});

const pruningJob = ({ services }: NightlyParts): Job => ({
  queue: nightlyQueues.pruning,
  every: '37 * * * *',
  expireMinutes: 50,
  run: async () => {
    await prune(services.database);
  },
});

const warningsJob = (parts: NightlyParts): Job => ({
  queue: nightlyQueues.warnings,
  every: '*/5 * * * *',
  run: async () => {
    const { surroundings, planOf } = parts;
    const due = new Set(await tenantsDue(surroundings));
    for (const { id, zone } of due.size === 0 ? [] : await tenants(parts)) {
      let looked = due.has(id) ? 1 : 0;
      while (looked > 0)
        looked = await inTenant(surroundings, { caller: systemCaller(id, zone) }, (ctx) =>
          refreshDue(withRepositories(ctx, planOf)),
        );
    }
  },
});

/** Jobs started by the clock. Each runs on one node at a time. */
export const nightlyJobs = (parts: NightlyParts): readonly Job[] => [
  planJob(parts),
  tenantJob(parts),
  monthsJob(parts),
  pruningJob(parts),
  warningsJob(parts),
];

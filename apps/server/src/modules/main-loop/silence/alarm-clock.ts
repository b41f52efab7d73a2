import { systemCaller } from '../../../access/caller.ts';
import { inTenant, type Surroundings } from '../../../access/in-tenant.ts';
import { type CallCtx, type PlanOf, withRepositories } from '../../../engine/public.ts';
import type { Notify } from '../../notices/public.ts';
import { findLostDues, lostDueLimits, tenantsWithLostDues } from '../cases/lost-rungs.ts';
import { findLostStrangers, lostStrangerLimits, tenantsWithLostStrangers } from '../sos/lost-strangers.ts';
import { findStorms, freshSince, tenantsWithStorms } from './storms.ts';
import { lookAfterDevices, putOff, type SilenceParts, takeDueDevices, watchAll } from './silence.ts';
import type { TenantContext } from '../intake/contexts.ts';
import type { WatchedDevice } from './watched-devices.ts';

/** Interval of the check for due alarms; an alarm is raised within a minute of being due. */
const everyMs = 15_000;
/** After a start gateways first deliver what they stored meanwhile. */
const firstMs = 20_000;
const watchEveryMs = 3_600_000;
/** Tenants with devices not watched yet; most have none and are skipped. */
const unwatchedSql =
  'select distinct d.tenant_id as "tenantId" from device d left join device_watch w on w.tenant_id = d.tenant_id and w.device_id = d.id where w.device_id is null and d.tenant_id > 0 and not d.is_deleted order by 1';

export interface AlarmClockParts extends SilenceParts {
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly notify: Notify;
  readonly report: (fault: unknown) => void;
}

/** Raises alarms that fall due by the clock. Due times survive a restart; locks let one node raise each alarm. */
export class AlarmClock {
  private readonly parts: AlarmClockParts;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private watchedAt = Number.NEGATIVE_INFINITY;
  private isStopped = false;
  private isEnding = false;

  constructor(parts: AlarmClockParts) {
    this.parts = parts;
  }

  start(): void {
    this.schedule(firstMs);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.isEnding = true;
    clearTimeout(this.timer);
    await this.running;
    this.isEnding = false;
  }

  async tick(): Promise<void> {
    if (performance.now() - this.watchedAt > watchEveryMs) await this.watchTenants();
    const { database, now } = this.parts.surroundings;
    const due = await database.tenantsEverywhere(
      'select distinct tenant_id as "tenantId" from device_watch where look_at <= $1 order by 1',
      [now()],
    );
    for (const tenantId of due) await this.lookAfter(tenantId).catch(this.parts.report);
    await this.queueLostDues();
    const stormy = await database.tenantsEverywhere(tenantsWithStorms, [freshSince(now())]);
    for (const tenantId of stormy) await this.findStorms(tenantId).catch(this.parts.report);
  }

  private findStorms(tenantId: number): Promise<number> {
    return this.inTenant(tenantId, (ctx) => findStorms(ctx, this.parts.notify));
  }

  private async queueLostDues(): Promise<void> {
    const { database, now } = this.parts.surroundings;
    const tenants = await database.tenantsEverywhere(tenantsWithLostDues, lostDueLimits(now()));
    for (const id of tenants) await this.inTenant(id, findLostDues).catch(this.parts.report);
    const called = await database.tenantsEverywhere(tenantsWithLostStrangers, lostStrangerLimits(now()));
    for (const id of called) await this.inTenant(id, findLostStrangers).catch(this.parts.report);
  }

  private schedule(ms: number): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.running = this.tick()
        .catch(this.parts.report)
        .finally(() => this.schedule(everyMs));
    }, ms).unref();
  }

  private async watchTenants(): Promise<void> {
    this.watchedAt = performance.now();
    const tenants = await this.parts.surroundings.database.tenantsEverywhere(unwatchedSql);
    for (const id of tenants) await this.inTenant(id, watchAll).catch(this.parts.report);
  }

  private async lookAfter(tenantId: number): Promise<void> {
    let most: number | undefined;
    while (!this.isEnding) {
      const { devices, isDone } = await this.lookAtDue(tenantId, most);
      if (devices.length === 0) return;
      if (isDone) continue;
      // After a fault devices are checked one by one, and one that fails is put off.
      const [failed] = devices;
      if (most === 1 && failed) await this.inTenant(tenantId, (ctx) => putOff(ctx, failed.deviceId));
      most = 1;
    }
  }

  private async lookAtDue(tenantId: number, most: number | undefined) {
    let devices: readonly WatchedDevice[] = [];
    try {
      await this.inTenant(tenantId, async (ctx, tenant) => {
        devices = await takeDueDevices(ctx, most);
        // Once something failed nothing is tried, so that no alarm waits for a trial.
        const trials = most === undefined ? tenant.trials : [];
        if (devices.length > 0) await lookAfterDevices(ctx, { ...this.parts, tenant: { ...tenant, trials } }, devices);
      });
      return { devices, isDone: true };
    } catch (fault) {
      this.parts.report(fault);
      return { devices, isDone: false };
    }
  }

  private async inTenant<T>(tenantId: number, work: (ctx: CallCtx, tenant: TenantContext) => Promise<T>): Promise<T> {
    const { surroundings, planOf, contexts } = this.parts;
    const tenant = await contexts.tenant(tenantId);
    return inTenant(surroundings, { caller: systemCaller(tenantId, tenant.zone), lane: 'alarm' }, (ctx) =>
      work(withRepositories(ctx, planOf), tenant),
    );
  }
}

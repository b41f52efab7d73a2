import { z } from 'zod';
import type { Sealer } from '../../access/ctx.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError, conflict, notFound, rateLimited } from '../../platform/errors.ts';
import { againSeconds, mostTries, type CommandsChanged, type HandedOut } from './commands.ts';
import { answerCode, takeCodes } from './shown-codes.ts';
import { WaitingSources } from './waiting-sources.ts';

/** Who fetches: a source of a tenant, or one of the host (tenant 0), which may report devices of every tenant. */
export interface Fetcher {
  readonly sourceId: number;
  readonly tenantId: number;
}

export interface CommandOutcome {
  readonly done: boolean;
  readonly reason: string | null;
}

export interface DownlinkParts {
  readonly database: Database;
  readonly sealerOf: (tenantId: number) => Sealer | Promise<Sealer>;
  readonly changed: CommandsChanged;
  readonly report: (fault: unknown) => void;
}

const hostId = 0;
const mostAtOnce = 100;
const mostWaits = 8;

const takeSql = `with t as (select c.id, d.imei from device_command c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id
    where c.tenant_id = $1 and d.last_source_id = $2 and not d.is_deleted and c.state in (0, 1) and not c.is_deleted and c.tries < ${mostTries} and c.next_try_at <= now() and c.expires_at > now()
    order by c.id limit ${mostAtOnce} for update of c skip locked),
  u as (update device_command c set state = 1, sent_at = now(), tries = c.tries + 1, next_try_at = now() + interval '${againSeconds} seconds', updated_at = now(), row_version = c.row_version + 1
    from t where c.tenant_id = $1 and c.id = t.id returning c.id, t.imei, c.command, c.args, c.client_id as "clientId", c.expires_at as "expiresAt", c.tries),
  o as (insert into outbox (tenant_id, topic, payload, available_at) select $1, 'command.due', jsonb_build_object('id', u.id, 'imei', u.imei), now() + interval '${againSeconds} seconds' from u where u.tries >= ${mostTries})
  select * from u order by id`;

const answerSql = `with c as (select c.id, c.state, d.imei from device_command c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id
    where c.tenant_id = $1 and c.id = $2 and d.last_source_id = $3 and not c.is_deleted for update of c),
  u as (update device_command set state = case when $4 then 2 else 3 end, answered_at = now(), fail_reason = $5, updated_at = now(), row_version = row_version + 1
    where tenant_id = $1 and id = (select id from c where state = 1) returning id)
  select c.state, c.imei, (select count(*) from u) > 0 as moved from c`;

const waitingTenantsSql = `select distinct c.tenant_id as "tenantId" from device_command c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id
  where d.last_source_id = $1 and not d.is_deleted and c.state in (0, 1) and not c.is_deleted and c.next_try_at <= now() and c.expires_at > now()`;
const tenantsOfCommandSql =
  'select c.tenant_id as "tenantId" from device_command c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id where c.id = $1 and d.last_source_id = $2 and not c.is_deleted';

type Taken = HandedOut & { readonly clientId: number | null };

async function contactsOf(tx: Tx, sealer: Sealer, clientId: number | null): Promise<object> {
  const rows = await tx.query<{ name: string; phone: Buffer; order: number | null }>(
    'select name, phone_sealed as phone, sos_order as "order" from guardian_contact where tenant_id = $1 and client_id = $2 and not is_deleted order by sos_order nulls last, id limit 10',
    [tx.tenantId, clientId],
  );
  return { contacts: rows.map(({ name, phone, order }) => ({ name, phone: sealer.open(phone), sosOrder: order })) };
}

/** Downlink: sources fetch the commands of the devices that they reported last, and send the answers. */
export class Downlink {
  private readonly parts: DownlinkParts;
  private readonly waiting: WaitingSources;

  constructor(parts: DownlinkParts) {
    this.parts = parts;
    this.waiting = new WaitingSources({ database: parts.database, report: parts.report });
  }

  wake(): void {
    this.waiting.look();
  }

  stop(): void {
    this.waiting.stop();
  }

  /**
   * Waiting commands of a source, each counted as sent once more; an empty list when none arrived in the given time.
   * Holds no database connection while it waits. Throws when too many connections of the source wait already.
   */
  async fetch(fetcher: Fetcher, waitMs: number, ended: AbortSignal): Promise<readonly HandedOut[]> {
    if (waitMs > 0 && this.waiting.count(fetcher.sourceId) >= mostWaits) throw rateLimited(1, 'command.too-many-waits');
    const until = performance.now() + waitMs;
    for (;;) {
      const found = await this.take(fetcher);
      const left = until - performance.now();
      if (found.length > 0 || left <= 0 || ended.aborted || this.waiting.stopped) return found;
      await this.waiting.wait(fetcher.sourceId, left, ended);
      if (ended.aborted) return [];
    }
  }

  /** Stores the answer of a device. A repeated answer changes nothing; a command of another source is not found. */
  async answer(
    fetcher: Fetcher,
    id: number,
    outcome: CommandOutcome,
  ): Promise<{ readonly id: number; readonly state: number }> {
    const { database } = this.parts;
    const tenants =
      fetcher.tenantId === hostId
        ? await database.tenantsEverywhere(tenantsOfCommandSql, [id, fetcher.sourceId])
        : [fetcher.tenantId];
    for (const tenantId of tenants) {
      const found = await database.withTenant(
        tenantId,
        (tx) =>
          tx.one<{ state: number; imei: string; moved: boolean }>(answerSql, [
            tenantId,
            id,
            fetcher.sourceId,
            outcome.done,
            outcome.done ? null : (outcome.reason ?? '设备拒绝执行'),
          ]),
        { lane: 'alarm' },
      );
      if (found) return this.settled(tenantId, { id, outcome, ...found });
    }
    if (await answerCode(database, fetcher.sourceId, id)) return { id, state: outcome.done ? 2 : 3 };
    throw notFound();
  }

  private settled(
    tenantId: number,
    found: {
      readonly id: number;
      readonly imei: string;
      readonly state: number;
      readonly moved: boolean;
      readonly outcome: CommandOutcome;
    },
  ): { readonly id: number; readonly state: number } {
    const { id, state, moved, imei, outcome } = found;
    if (state === 0) throw conflict('command.not-sent');
    if (moved) this.parts.changed(tenantId, [imei]);
    return { id, state: moved ? (outcome.done ? 2 : 3) : state };
  }

  private async take(fetcher: Fetcher): Promise<readonly HandedOut[]> {
    const tenants =
      fetcher.tenantId === hostId
        ? await this.parts.database.tenantsEverywhere(waitingTenantsSql, [fetcher.sourceId])
        : [fetcher.tenantId];
    const found: HandedOut[] = [];
    for (const tenantId of tenants) found.push(...(await this.takeOf(tenantId, fetcher.sourceId)));
    if (fetcher.tenantId === hostId)
      found.push(...(await takeCodes(this.parts.database, await this.parts.sealerOf(hostId), fetcher.sourceId)));
    return found;
  }

  private async takeOf(tenantId: number, sourceId: number): Promise<readonly HandedOut[]> {
    const sealer = await this.parts.sealerOf(tenantId);
    const taken = await this.parts.database.withTenant(
      tenantId,
      async (tx) => {
        const rows = await tx.query<Taken>(takeSql, [tenantId, sourceId]);
        return Promise.all(
          rows.map(async ({ clientId, ...row }): Promise<HandedOut> =>
            row.command === 'SET_CONTACTS' ? { ...row, args: await contactsOf(tx, sealer, clientId) } : row,
          ),
        );
      },
      { lane: 'alarm' },
    );
    if (taken.length > 0)
      this.parts.changed(
        tenantId,
        taken.map(({ imei }) => imei),
      );
    return taken;
  }
}

export type DownlinkDoor = Pick<Downlink, 'fetch' | 'answer'>;

/** Parses a command's number from an address. Throws «not found» for anything else. */
export function commandId(text: string): number {
  const id = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(id)) throw notFound();
  return id;
}

const outcomeShape = z.strictObject({
  result: z.enum(['done', 'refused']).default('done'),
  reason: z
    .string()
    .trim()
    .max(100)
    .refine((text) => !text.includes('\u0000'))
    .nullish(),
});

export function outcomeOf(body: { readonly [key: string]: unknown }): CommandOutcome {
  const read = outcomeShape.safeParse(body);
  if (!read.success) throw new AppError('invalid', 'ingest.bad-answer');
  const { result, reason } = read.data;
  return { done: result === 'done', reason: reason || null };
}

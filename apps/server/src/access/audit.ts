import type { Database } from '../platform/database/database.ts';
import { SeveralPlaces } from '../platform/database/place-errors.ts';
import { groupBy } from '../platform/group-by.ts';
import type { Caller } from './caller.ts';

/** One call as stored in the audit log. Parameters are names only: values may be health data. */
export interface AuditEntry {
  readonly caller: Pick<
    Caller,
    'tenantId' | 'userId' | 'userName' | 'impersonatorUserId' | 'impersonatorTenantId' | 'ip' | 'client'
  >;
  readonly service: string;
  readonly method: string;
  readonly parameters: readonly string[];
  readonly durationMs: number;
  readonly exception: string | null;
  readonly at: Date;
}

const batchMs = 500;
const batchSize = 500;
const mostWaiting = 20_000;

/**
 * Writes the audit of calls in batches outside their transactions; changes of rows are recorded in their own
 * transaction.
 */
export class Audit {
  private readonly database: Database;
  private readonly report: (error: unknown) => void;
  private waiting: AuditEntry[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(database: Database, report: (error: unknown) => void) {
    this.database = database;
    this.report = report;
  }

  add(entry: AuditEntry): void {
    if (this.waiting.length >= mostWaiting) return;
    this.waiting.push(entry);
    if (this.waiting.length >= batchSize) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), batchMs).unref();
  }

  /** Writes what is queued; also before the server stops. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const entries = this.waiting;
    this.waiting = [];
    if (entries.length > 0) this.writing = this.writing.then(() => this.write(entries)).catch(this.report);
    return this.writing;
  }

  private async write(entries: readonly AuditEntry[]): Promise<void> {
    const placed = groupBy(entries, ({ caller }) => this.database.placeOf(caller.tenantId));
    for (const there of placed.values()) {
      await this.writeAt(there).catch(async (error: unknown) => {
        // A tenant moved to another database meanwhile.
        if (!(error instanceof SeveralPlaces)) throw error;
        for (const own of groupBy(there, ({ caller }) => caller.tenantId).values()) await this.writeAt(own);
      });
    }
  }

  private async writeAt(entries: readonly AuditEntry[]): Promise<void> {
    const column = <T>(pick: (entry: AuditEntry) => T): T[] => entries.map(pick);
    await this.database.platformOf([...new Set(entries.map(({ caller }) => caller.tenantId))], (tx) =>
      tx.execute(
        `insert into audit_log (tenant_id, user_id, user_name, impersonator_user_id, impersonator_tenant_id, service, method, parameters, duration_ms, client_ip, browser, exception, created_at)
       select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::jsonb[], $9::integer[], $10::text[], $11::text[], $12::text[], $13::timestamptz[])`,
        [
          column(({ caller }) => caller.tenantId),
          column(({ caller }) => caller.userId),
          column(({ caller }) => caller.userName),
          column(({ caller }) => caller.impersonatorUserId),
          column(({ caller }) => caller.impersonatorTenantId),
          column(({ service }) => service),
          column(({ method }) => method),
          column(({ parameters }) => JSON.stringify(parameters)),
          column(({ durationMs }) => Math.round(durationMs)),
          column(({ caller }) => caller.ip),
          column(({ caller }) => caller.client.slice(0, 200)),
          column(({ exception }) => exception),
          column(({ at }) => at),
        ],
      ),
    );
  }
}

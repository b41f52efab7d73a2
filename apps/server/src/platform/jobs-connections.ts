import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { problemOf } from './database/problems.ts';

interface Answer {
  readonly rows: unknown[];
  readonly rowCount: number | null;
}

const retryMs = 500;
const nothingDone: Answer = { rows: [{ count: 0 }], rowCount: 0 };

/** Statements that store the result of jobs by their ids: done or failed. */
const tellsOutcome = (text: string): boolean => text.includes('id IN (SELECT UNNEST($2::uuid[]))');

/**
 * The connections of the queues. pg-boss does not await its statement that a job is done: a failure would end the
 * process. So it is repeated until the database is reachable; a job whose result was never written runs again after its
 * timeout.
 */
export class QueueConnections {
  private readonly pool: Pool;
  private readonly report: (error: unknown) => void;
  private closed = false;

  constructor(platformUrl: string, report: (error: unknown) => void) {
    this.report = report;
    this.pool = new Pool({
      connectionString: platformUrl,
      max: 4,
      application_name: 'kangmai jobs',
      connectionTimeoutMillis: 10_000,
    });
    // A broken connection is replaced; without listeners, idle or in use, it would end the process.
    this.pool.on('error', report);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  async executeSql(text: string, values: unknown[]): Promise<Answer> {
    if (!tellsOutcome(text)) return this.pool.query(text, values);
    for (;;) {
      try {
        return await this.pool.query(text, values);
      } catch (error) {
        this.report(error);
        if (this.closed || problemOf(error) !== 'gone') return nothingDone;
        await pause(retryMs);
      }
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.pool.end();
  }
}

import type { Database } from '../../../platform/database/database.ts';

export class Months {
  private readonly database: Pick<Database, 'ensurePartitions'>;
  private readonly known = new Map<string, Promise<void>>();

  constructor(database: Pick<Database, 'ensurePartitions'>) {
    this.database = database;
  }

  async ensure(table: string, times: readonly Date[]): Promise<void> {
    const months = new Set(times.map((at) => at.getUTCFullYear() * 12 + at.getUTCMonth()));
    for (const month of months) {
      const key = `${table}|${month}`;
      let made = this.known.get(key);
      if (!made) {
        const first = new Date(Date.UTC(Math.floor(month / 12), month % 12, 1));
        made = this.database.ensurePartitions(table, first, first);
        this.known.set(key, made);
        made.catch(() => this.known.delete(key));
      }
      await made;
    }
  }
}

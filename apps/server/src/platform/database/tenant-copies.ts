import { mirroredRowsSql, mirrorSql, type Marks } from './place-state.ts';
import { aboveTenants, inTransaction, type Transactions } from './transaction.ts';

/** Copies tenants' rows from the platform's own database into the tenants' databases. */
export class TenantCopies {
  private readonly home: Transactions;
  private readonly report: (error: unknown) => void;
  private written: Marks = {};

  constructor(home: Transactions, report: (error: unknown) => void) {
    this.home = home;
    this.report = report;
  }

  /** Writes the rows of those marked tenants that have changed; failures are reported and retried at the next call. */
  async write(target: Transactions, marks: Marks): Promise<void> {
    const ids = Object.keys(marks)
      .filter((id) => marks[id] !== this.written[id])
      .map(Number);
    if (ids.length === 0) return;
    const row = await inTransaction(this.home, aboveTenants, (tx) => tx.one<{ rows: string }>(mirroredRowsSql, [ids]));
    await inTransaction(target, aboveTenants, (tx) => tx.execute(mirrorSql, [row?.rows ?? '[]'])).then(() => {
      this.written = { ...this.written, ...Object.fromEntries(ids.map((id) => [id, marks[id] ?? ''])) };
    }, this.report);
  }

  /** Marks every row for rewriting. */
  forget(): void {
    this.written = {};
  }
}

import type { Client } from 'pg';
import { connectTo } from '../../platform/database/adopt.ts';
import { AddressProblem } from '../../platform/database/tenant-address.ts';
import { MoveHeldUp, TenantMove, type MoveParts } from './move.ts';
import { MoveStore, type Move } from './move-store.ts';

const everyMs = 2_000;
const mostStarts = 3;

export interface MovesParts {
  readonly services: MoveParts['services'];
  /** Called when a move was interrupted. */
  readonly report: (fault: unknown) => void;
  readonly reportLook: (fault: unknown) => void;
  readonly step?: MoveParts['step'];
}

/** Resumes every open move: new ones, and those whose node died. One node at a time works on a move. */
export class Moves {
  readonly store: MoveStore;
  private readonly parts: MovesParts;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isStopped = false;

  constructor(parts: MovesParts) {
    this.parts = parts;
    this.store = new MoveStore(parts.services.database);
  }

  start(): void {
    this.schedule(everyMs);
  }

  wake(): void {
    this.schedule(0);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  async tick(): Promise<void> {
    const moves = await this.store.open().catch((fault: unknown) => {
      this.parts.reportLook(fault);
      return [];
    });
    for (const { id } of moves) await this.alone(id);
  }

  private schedule(ms: number): void {
    if (this.isStopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.running) return;
      this.running = this.tick()
        .catch(this.parts.report)
        .finally(() => {
          this.running = undefined;
          this.schedule(everyMs);
        });
    }, ms).unref();
  }

  /** The lock belongs to the database session, so it is released when the process ends for any reason. */
  private async alone(id: number): Promise<void> {
    const session: Client = await connectTo(this.parts.services.tenantDatabases.homeUrl);
    try {
      const {
        rows: [row],
      } = await session.query<{ mine: boolean }>(
        "select pg_try_advisory_lock(hashtextextended('tenant move', $1)) as mine",
        [id],
      );
      const move = row?.mine ? await this.store.find(id) : undefined;
      if (move && move.state !== 'done' && move.state !== 'undone') await this.goOn(move);
    } finally {
      await session.end().catch(() => undefined);
    }
  }

  private async goOn(move: Move): Promise<void> {
    const { services, step = () => Promise.resolve() } = this.parts;
    const own = new TenantMove({ services, store: this.store, step });
    try {
      if (move.state !== 'switched' && move.starts >= mostStarts) await own.undo(move, 'tenant.move-failed');
      else await own.run(move);
    } catch (error) {
      this.parts.report(error);
      await this.afterFault(own, move, error);
    }
  }

  /** Undoes a move that cannot be finished; resumes an interrupted one at the next look. */
  private async afterFault(own: TenantMove, { id }: Move, error: unknown): Promise<void> {
    const move = await this.store.find(id);
    if (!move || move.state === 'done' || move.state === 'undone' || move.state === 'switched') return;
    const reason =
      error instanceof MoveHeldUp ? error.message : error instanceof AddressProblem ? error.reason : undefined;
    if (reason !== undefined || move.starts >= mostStarts) await own.undo(move, reason ?? 'tenant.move-failed');
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { connectTo } from '../../platform/database/adopt.ts';
import { leaseMs } from '../../platform/database/places.ts';
import { mirroredRowsSql, mirrorSql } from '../../platform/database/place-state.ts';
import type { Services } from '../../engine/public.ts';
import { catchUp, CopyDiffers, endNotes, noteChanges } from './changes.ts';
import { begin, checksums, copyTable, differing, inTransactionOf, removeRows, type Sides } from './row-copy.ts';
import { copyMonths, numberCommands, raiseSequences, tenantTables, type TenantTable } from './tables.ts';
import type { Move, MoveStore } from './move-store.ts';

export interface MoveParts {
  readonly services: Pick<Services, 'database' | 'tenantDatabases' | 'places'>;
  readonly store: MoveStore;
  readonly step: (step: string) => Promise<void>;
}

/** Why a move cannot be finished now; the tenant continues in its former database. */
export class MoveHeldUp extends Error {}

const frozenMs = 1_800;
const ackMs = 700;
/** A node counts as gone when its last read state has expired. */
const silence = { silentMs: 1_200, goneMs: leaseMs + 2_000 };
const fewNotes = 200;
const switchWithinMs = 90_000;

interface Ground extends Sides {
  readonly move: Move;
  readonly tables: readonly TenantTable[];
  /** A connection for statements outside the transactions of `source` and `target`. */
  readonly beside: Client;
}

/** Moves a tenant from one database to another. Every step can be repeated, and undone until the switch. */
export class TenantMove {
  private readonly parts: MoveParts;

  constructor(parts: MoveParts) {
    this.parts = parts;
  }

  async run(move: Move): Promise<void> {
    const opened: Client[] = [];
    const open = async (databaseId: number | null): Promise<Client> => {
      const client = await this.connect(databaseId);
      opened.push(client);
      return client;
    };
    try {
      const source = await open(move.fromDatabase);
      const target = await open(move.toDatabase);
      const ground = {
        move,
        source,
        target,
        beside: await open(move.fromDatabase),
        tenantId: move.tenantId,
        tables: await tenantTables(source),
      };
      if (move.state !== 'switched') await this.carry(ground);
      await this.clear(ground);
    } finally {
      await Promise.all(opened.map((client) => client.end().catch(() => undefined)));
    }
  }

  async undo(move: Move, failure: string): Promise<void> {
    await this.parts.store.giveUp(move, failure);
    const onEach = async (databaseId: number | null, work: (client: Client) => Promise<void>): Promise<void> => {
      const client = await this.connect(databaseId);
      try {
        await work(client);
      } finally {
        await client.end().catch(() => undefined);
      }
    };
    await onEach(move.fromDatabase, (source) => endNotes(source, move.tenantId));
    await onEach(move.toDatabase, async (target) =>
      removeRows(target, move.tenantId, await tenantTables(target)),
    ).catch(() => undefined);
  }

  private async connect(databaseId: number | null): Promise<Client> {
    const { homeUrl, secrets, adopt } = this.parts.services.tenantDatabases;
    if (databaseId === null) return connectTo(homeUrl);
    return connectTo(secrets.open(await this.parts.store.urlOf(databaseId)), adopt.stream);
  }

  private async carry(ground: Ground): Promise<void> {
    await this.copy(ground);
    await this.follow(ground);
    const until = performance.now() + switchWithinMs;
    while (!(await this.trySwitch(ground))) {
      if (performance.now() > until) throw new MoveHeldUp('tenant.move-not-quiet');
      await pause(300);
      await this.follow(ground);
    }
  }

  private async copy(ground: Ground): Promise<void> {
    const { move, source, target, beside, tenantId, tables } = ground;
    const { store, step, services } = this.parts;
    await step('copying');
    await store.note(move, {
      state: 'copying',
      starts: move.starts + 1,
      tablesTotal: tables.length,
      tablesDone: 0,
      rowsCopied: 0,
      rowsCaughtUp: 0,
      failure: null,
    });
    await endNotes(source, tenantId);
    await removeRows(target, tenantId, tables);
    await numberCommands(target, move.toDatabase ?? 0);
    await noteChanges(ground, tables, () => this.endSessions(move));
    await copyMonths(beside, target);
    await this.mirror(ground, services);
    await begin(source, tenantId, true);
    for (const [at, table] of tables.entries()) {
      if (at === Math.floor(tables.length / 2)) await step('copying half');
      await copyTable(ground, table, (count) => store.addRows(move, 'rows_copied', count));
      await store.note(move, { tablesDone: at + 1 });
    }
    await source.query('commit');
  }

  /** Copies the tenant's own row from the platform, except the columns that the tenant itself has written. */
  private async mirror({ target, source, move }: Ground, services: MoveParts['services']): Promise<void> {
    const row = await services.database.platform((tx) => tx.one<{ rows: string }>(mirroredRowsSql, [[move.tenantId]]));
    if (move.toDatabase !== null) await target.query(mirrorSql, [row?.rows ?? '[]']);
    const {
      rows: [own],
    } = await source.query<{ reference: number; settings: number }>(
      'select reference_version as reference, settings_version as settings from tenant where id = $1',
      [move.tenantId],
    );
    await target.query(
      'update tenant set reference_version = greatest(reference_version, $2), settings_version = greatest(settings_version, $3) where id = $1',
      [move.tenantId, own?.reference ?? 0, own?.settings ?? 1],
    );
  }

  /** Repeats catching up until few changes remain, comparing all tables meanwhile. */
  private async follow(ground: Ground): Promise<void> {
    const { move, source, target, beside, tenantId, tables } = ground;
    const { store, step } = this.parts;
    await step('catching-up');
    await store.note(move, { state: 'catching-up' });
    for (;;) {
      const { count, rest } = await catchUp(ground, tables);
      if (count <= fewNotes) {
        await step('comparing');
        const differs = await this.compare({ source, target, tenantId }, tables);
        if (differs.length > 0) throw new Error(`the copy differs in ${differs.join(', ')}`);
      }
      await source.query('commit');
      await rest(beside);
      await store.addRows(move, 'rows_caught_up', count);
      if (count <= fewNotes) return;
    }
  }

  private async compare(
    { source, target, tenantId }: Sides,
    tables: readonly TenantTable[],
  ): Promise<readonly string[]> {
    await begin(target, tenantId, true);
    const [one, other] = await Promise.all([checksums(source, tenantId, tables), checksums(target, tenantId, tables)]);
    await target.query('commit');
    return differing(one, other);
  }

  /**
   * Freezes the tenant, copies the remaining changes and switches. False, and unfrozen, when a node did not confirm.
   */
  private async trySwitch(ground: Ground): Promise<boolean> {
    const { move, source, target, beside, tenantId, tables } = ground;
    const { store, step } = this.parts;
    const { isSilent } = await store.nodes(0, silence);
    // Waiting for a silent node would only use up the freeze: it answers at the next attempt or counts as gone soon.
    if (isSilent) return false;
    await this.endSessions(move);
    await step('freezing');
    const began = performance.now();
    const version = await store.freeze(move, frozenMs);
    await step('frozen');
    const isQuiet = await this.whenQuiet(version, began);
    if (!isQuiet) {
      await store.thaw(move);
      return false;
    }
    let last = await catchUp(ground, tables);
    while (last.count > 0) {
      await source.query('commit');
      await last.rest(beside);
      await store.addRows(move, 'rows_caught_up', last.count);
      last = await catchUp(ground, tables);
    }
    await copyMonths(beside, target);
    await this.mirror(ground, this.parts.services);
    await raiseSequences(source, target, { tables, databaseId: move.toDatabase ?? 0 });
    await begin(target, tenantId, true);
    await step('switching');
    const isSwitched = await store.switchOver(move, { frozenMs: Math.round(performance.now() - began) });
    // Both snapshots show the moment of the switch, whatever is written later.
    if (isSwitched) await this.record(ground);
    await Promise.all([source.query('commit'), target.query('commit')]);
    if (!isSwitched) await store.thaw(move);
    return isSwitched;
  }

  private async whenQuiet(version: number, began: number): Promise<boolean> {
    await this.parts.services.places.refresh();
    for (;;) {
      const { behind } = await this.parts.store.nodes(version, silence);
      if (behind === 0) return true;
      if (performance.now() - began > ackMs) return false;
      await pause(15);
    }
  }

  /** Ends sessions that a dead node may still have open in the former database, so that it cannot write. */
  private async endSessions(move: Move): Promise<void> {
    const { gone } = await this.parts.store.nodes(0, silence);
    if (gone.length === 0) return;
    const tails = gone.map((id) => ` ${id.slice(0, 8)}`);
    const client = await this.connect(move.fromDatabase);
    try {
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'kangmai %' and right(application_name, 9) = any($1::text[])",
        [tails],
      );
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private async record({ move, source, target, tenantId, tables }: Ground): Promise<void> {
    await this.parts.step('switched');
    const [one, other] = await Promise.all([checksums(source, tenantId, tables), checksums(target, tenantId, tables)]);
    const differs = differing(one, other);
    const isEqual = differs.length === 0;
    await this.parts.store.note(move, {
      checks: JSON.stringify({ source: one, target: other }),
      ...(!isEqual && { state: 'done', failure: 'tenant.move-differs', endedAt: new Date() }),
    });
    if (!isEqual)
      throw new CopyDiffers(`after the switch the copies differ in ${differs.join(', ')}; the former one is kept`);
  }

  /** Removes the former copy if it was equal before the switch; otherwise keeps it. */
  private async clear({ move, source, tenantId, tables }: Ground): Promise<void> {
    const { store, step, services } = this.parts;
    await step('clearing');
    await services.places.refresh();
    await endNotes(source, tenantId);
    await removeRows(source, tenantId, tables);
    if (move.fromDatabase !== null)
      await inTransactionOf(source, tenantId, () =>
        source.query(
          `with d as (delete from dir_ingest_source where tenant_id = ${tenantId}), t as (delete from dir_tenant where tenant_id = ${tenantId}) delete from tenant where id = ${tenantId}`,
        ),
      );
    await step('done');
    await store.note(move, { state: 'done', endedAt: new Date() });
  }
}

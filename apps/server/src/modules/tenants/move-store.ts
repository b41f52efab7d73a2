import { snake } from '@kangmai/resource';
import type { Database, Tx } from '../../platform/database/database.ts';
import { bumpSql } from '../../platform/database/place-state.ts';

export type MoveState = 'waiting' | 'copying' | 'catching-up' | 'frozen' | 'switched' | 'done' | 'undone';

export interface Move {
  readonly id: number;
  readonly tenantId: number;
  readonly fromDatabase: number | null;
  readonly toDatabase: number | null;
  readonly state: MoveState;
  readonly starts: number;
}

const moveColumns =
  'id, tenant_id as "tenantId", from_database as "fromDatabase", to_database as "toDatabase", state, starts';

export class MoveStore {
  private readonly database: Pick<Database, 'platform'>;

  constructor(database: Pick<Database, 'platform'>) {
    this.database = database;
  }

  open(): Promise<readonly Move[]> {
    return this.database.platform((tx) =>
      tx.query<Move>(`select ${moveColumns} from dir_move where state not in ('done', 'undone') order by id`),
    );
  }

  find(id: number): Promise<Move | undefined> {
    return this.database.platform((tx) => tx.one<Move>(`select ${moveColumns} from dir_move where id = $1`, [id]));
  }

  async urlOf(databaseId: number): Promise<Buffer> {
    const row = await this.database.platform((tx) =>
      tx.one<{ url: Buffer }>('select url_sealed as url from tenant_database where id = $1', [databaseId]),
    );
    if (!row) throw new Error('no such database');
    return row.url;
  }

  async note(move: Move, columns: Readonly<Record<string, unknown>>): Promise<void> {
    const names = Object.keys(columns);
    await this.database.platform((tx) =>
      tx.execute(
        `update dir_move set ${names.map((name, at) => `${snake(name)} = $${at + 2}`).join(', ')} where id = $1`,
        [move.id, ...Object.values(columns)],
      ),
    );
  }

  async addRows(move: Move, column: 'rows_copied' | 'rows_caught_up', count: number): Promise<void> {
    if (count > 0)
      await this.database.platform((tx) =>
        tx.execute(`update dir_move set ${column} = ${column} + $2 where id = $1`, [move.id, count]),
      );
  }

  /** Makes all nodes refuse the tenant's calls for a time. Returns the version that they must have loaded. */
  freeze(move: Move, ms: number): Promise<number> {
    return this.changePlaces(async (tx) => {
      await tx.execute(
        "update dir_place set phase = 'frozen', frozen_until = clock_timestamp() + make_interval(secs => $2::double precision / 1000) where tenant_id = $1",
        [move.tenantId, ms],
      );
      await tx.execute("update dir_move set state = 'frozen' where id = $1", [move.id]);
    });
  }

  async thaw(move: Move): Promise<void> {
    await this.changePlaces(async (tx) => {
      await tx.execute(
        "update dir_place set phase = 'moving', frozen_until = null where tenant_id = $1 and phase = 'frozen'",
        [move.tenantId],
      );
      await tx.execute("update dir_move set state = 'catching-up' where id = $1", [move.id]);
    });
  }

  /** How many nodes use an older version, how many of them are gone, and whether a silent one may still be alive. */
  async nodes(
    version: number,
    { silentMs, goneMs }: { readonly silentMs: number; readonly goneMs: number },
  ): Promise<{ readonly behind: number; readonly gone: readonly string[]; readonly isSilent: boolean }> {
    const rows = await this.database.platform((tx) =>
      tx.query<{ id: string; isGone: boolean; isSilent: boolean; behind: boolean }>(
        'select id::text, seen_at < clock_timestamp() - make_interval(secs => $3::double precision / 1000) as "isSilent", seen_at < clock_timestamp() - make_interval(secs => $2::double precision / 1000) as "isGone", acked < $1 as behind from place_node where seen_at > now() - interval \'1 day\'',
        [version, goneMs, silentMs],
      ),
    );
    return {
      behind: rows.filter(({ isGone, behind }) => !isGone && behind).length,
      gone: rows.filter(({ isGone }) => isGone).map(({ id }) => id),
      isSilent: rows.some(({ isGone, isSilent }) => isSilent && !isGone),
    };
  }

  /** Assigns the tenant to the target database. False when the freeze had ended before. */
  async switchOver(move: Move, columns: { readonly frozenMs: number }): Promise<boolean> {
    let isDone = false;
    await this.changePlaces(async (tx) => {
      isDone =
        (await tx.execute(
          "update dir_place set database_id = next_database_id, next_database_id = null, phase = 'still', frozen_until = null where tenant_id = $1 and phase = 'frozen' and frozen_until > clock_timestamp()",
          [move.tenantId],
        )) === 1;
      if (!isDone) return;
      await tx.execute('delete from dir_place where tenant_id = $1 and database_id is null', [move.tenantId]);
      await tx.execute(
        'update tenant set connection_string_sealed = (select url_sealed from tenant_database where id = $2) where id = $1',
        [move.tenantId, move.toDatabase],
      );
      await tx.execute(
        "update dir_move set state = 'switched', switched_at = clock_timestamp(), frozen_ms = $2 where id = $1",
        [move.id, columns.frozenMs],
      );
    });
    return isDone;
  }

  async giveUp(move: Move, failure: string): Promise<void> {
    await this.changePlaces(async (tx) => {
      await tx.execute(
        "update dir_place set next_database_id = null, phase = 'still', frozen_until = null where tenant_id = $1",
        [move.tenantId],
      );
      await tx.execute('delete from dir_place where tenant_id = $1 and database_id is null', [move.tenantId]);
      await tx.execute(
        "update dir_move set state = 'undone', failure = $2, ended_at = clock_timestamp() where id = $1",
        [move.id, failure],
      );
    });
  }

  private async changePlaces(change: (tx: Tx) => Promise<void>): Promise<number> {
    return this.database.platform(async (tx) => {
      const row = await tx.one<{ version: number }>(`${bumpSql} returning version`);
      await change(tx);
      return row?.version ?? 0;
    });
  }
}

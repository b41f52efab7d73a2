import type { Database, Statement, Tx } from './database/database.ts';
import type { LiveBus, LiveEvent } from './live-bus.ts';

const pollMs = 200;
const beatMs = 1_000;
const keptBeats = 30;
/**
 * After this long no event with a smaller number is committed any more: events are written right before their commit.
 */
const settledMs = 2_000;

const beatSql = 'insert into server_node (id) values ($1) on conflict (id) do update set seen_at = now()';
const othersSql = "select 1 from server_node where id <> $1 and seen_at > now() - interval '5 seconds' limit 1";
const hearSql =
  'select id, event, rooms, payload, key from live_event where id > $2 and node <> $1 and id <> all($3::bigint[]) order by id limit 2000';

/** How long events with a key are kept, in seconds. */
const keptSeconds = 600;
const mostMissed = 500;
const missedSql = `select event, rooms, payload, key from live_event where tenant_id = $1 and key is not null and created_at > now() - make_interval(secs => $2) and rooms && string_to_array($3, $4)
  order by created_at desc limit ${mostMissed}`;

/**
 * Events of the last seconds are received also from a database that is new to us: a tenant may just have moved there.
 */
const newestSql = "select coalesce(max(id), 0) as id from live_event where created_at < now() - interval '3 seconds'";

/**
 * Writes events of a tenant for the other nodes and for later connections; without other nodes only those with a key.
 */
export function liveStatements(tenantId: number, bus: LiveBus, told: readonly LiveEvent[]): readonly Statement[] {
  const events = bus.hasOthers ? told : told.filter(({ key }) => key !== undefined);
  if (events.length === 0) return [];
  const sql =
    'insert into live_event (tenant_id, node, event, rooms, payload, key) select $1, $2, e.event, string_to_array(e.rooms, $7), e.payload, e.key from unnest($3::text[], $4::text[], $5::jsonb[], $6::uuid[]) as e(event, rooms, payload, key)';
  const values = [
    tenantId,
    bus.node,
    events.map(({ event }) => event),
    events.map(({ rooms }) => rooms.join('\n')),
    events.map(({ payload }) => JSON.stringify(payload)),
    events.map(({ key }) => key ?? null),
    '\n',
  ];
  return [{ sql, values }];
}

/** Sends an event of the open transaction: to the other nodes within it, to this one after its commit. */
export function publishLive(tx: Tx, bus: LiveBus, event: LiveEvent): void {
  tx.withCommit(() => liveStatements(tx.tenantId, bus, [event]));
  tx.afterCommit(() => bus.publish(event));
}

interface LiveRow extends Omit<LiveEvent, 'key'> {
  readonly key: string | null;
}

/** What a node received of a database: everything up to the floor, and single events above it with their times. */
interface Heard {
  readonly place: string;
  readonly floor: number;
  readonly heard: Map<number, number>;
}

const eventOf = ({ key, ...event }: LiveRow): LiveEvent => ({ ...event, ...(key !== null && { key }) });

/**
 * The kept events of a tenant for some rooms of the last `ms` milliseconds (at most ten minutes, the newest 500),
 * oldest first.
 */
export async function missedLive(
  tx: Tx,
  { rooms, ms }: { readonly rooms: readonly string[]; readonly ms: number },
): Promise<readonly LiveEvent[]> {
  const seconds = Math.min(ms / 1000, keptSeconds);
  const rows = await tx.query<LiveRow>(missedSql, [tx.tenantId, seconds, rooms.join('\n'), '\n']);
  return rows.map(eventOf).toReversed();
}

/**
 * Exchanges live events between the nodes of one database: each writes its own in the transaction of the change, and
 * reads those of others five times a second. Nodes know each other by a heartbeat; a single node reads nothing, and
 * writes only what must not be missed.
 */
export class LiveRelay {
  private readonly parts: {
    readonly database: Database;
    readonly bus: LiveBus;
    readonly report: (error: unknown) => void;
  };
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  /** By database: everything up to this number was received. */
  private readonly floors = new Map<string, number>();
  private beats = 0;
  private nextBeatAt = 0;
  private readonly heard = new Map<string, Map<number, number>>();

  constructor(parts: LiveRelay['parts']) {
    this.parts = parts;
  }

  start(): void {
    this.timer = setTimeout(
      () => {
        this.running = this.turn()
          .catch((error: unknown) => this.parts.report(error))
          .finally(() => {
            if (!this.stopped) this.start();
          });
      },
      this.floors.size === 0 ? 0 : pollMs,
    ).unref();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
    await this.parts.database
      .platform((tx) => tx.execute('delete from server_node where id = $1', [this.parts.bus.node]))
      .catch(() => undefined);
  }

  private async turn(): Promise<void> {
    if (this.floors.size === 0) await this.hear();
    if (performance.now() >= this.nextBeatAt) await this.beat();
    if (this.parts.bus.hasOthers) await this.hear();
  }

  private async beat(): Promise<void> {
    const { database, bus } = this.parts;
    this.nextBeatAt = performance.now() + beatMs;
    bus.hasOthers = await database.platform(async (tx) => {
      const [, other] = await Promise.all([tx.execute(beatSql, [bus.node]), tx.one(othersSql, [bus.node])]);
      return other !== undefined;
    });
    this.beats += 1;
    if (this.beats % keptBeats !== 1) return;
    await database.everywhere((tx) =>
      Promise.all([
        tx.execute(
          'delete from live_event where created_at < now() - make_interval(secs => case when key is null then 60 else $1 end)',
          [keptSeconds],
        ),
        tx.execute("delete from server_node where seen_at < now() - interval '1 hour'"),
      ]),
    );
  }

  /** Reads events of other nodes, in every database. */
  private async hear(): Promise<void> {
    const { database } = this.parts;
    await database.everywhere(async (tx, place) => {
      const floor = this.floors.get(place);
      if (floor !== undefined) return this.hearAt(tx, place, floor);
      const newest = await tx.one<{ id: number }>(newestSql);
      this.floors.set(place, newest?.id ?? 0);
    });
  }

  private async hearAt(tx: Tx, place: string, floor: number): Promise<void> {
    const { bus } = this.parts;
    const heard = this.heard.get(place) ?? new Map<number, number>();
    this.heard.set(place, heard);
    const events = await tx.query<LiveRow & { readonly id: number }>(hearSql, [bus.node, floor, [...heard.keys()]]);
    // Listeners may query the database, so this connection is released first.
    tx.afterCommit(() => this.tell(events, { place, floor, heard }));
  }

  private tell(events: readonly (LiveRow & { readonly id: number })[], { place, floor, heard }: Heard): void {
    const at = performance.now();
    for (const { id, ...event } of events) {
      heard.set(id, at);
      this.parts.bus.publish(eventOf(event));
    }
    const settled = [...heard].filter(([, since]) => since < at - settledMs).map(([id]) => id);
    const next = Math.max(floor, ...settled);
    this.floors.set(place, next);
    for (const id of heard.keys()) if (id <= next) heard.delete(id);
  }
}

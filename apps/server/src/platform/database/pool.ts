import type { Socket } from 'node:net';
import { Pool, type PoolClient, types } from 'pg';
import { unavailable } from '../errors.ts';
import type { PoolFigures } from './database.ts';
import type { PoolKind } from './held.ts';

/** Makes the socket of a connection that is not connected yet. */
export type SocketMaker = () => Socket;

export interface PoolOptions {
  name: string;
  kind: PoolKind;
  url: string;
  /** Most connections. */
  size: number;
  /** Most callers that wait for a connection; further ones are refused as unavailable. */
  mostWaiting: number;
  /** Longest wait for a connection, ms. */
  waitMs?: number;
  /** Longest idle time of a transaction between two statements, ms; the database then ends it. */
  idleMs?: number;
  /** False behind a pooler that refuses settings in the start-up message. */
  sessionSettings?: boolean;
  /** Name of the process among the nodes, shown with its connections. */
  node?: string;
  /** Makes the sockets; the driver's own when left out. */
  stream?: SocketMaker;
}

const int8 = 20;
const date = 1082;
const timestamp = 1114;

/** bigint as number (ids end below 2^53), date and zone-less time as their text. */
function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8) return Number;
  if (oid === date || oid === timestamp) return String;
  return types.getTypeParser(oid, format ?? 'text');
}

/** Bounded pool of pipelining connections. Used by transaction.ts only. */
export class BoundedPool {
  readonly kind: PoolKind;
  private readonly pool: Pool;
  private readonly options: PoolOptions;
  private users = 0;

  constructor(options: PoolOptions) {
    this.options = options;
    this.kind = options.kind;
    const limits =
      options.sessionSettings === false
        ? {}
        : {
            statement_timeout: 60_000,
            lock_timeout: 15_000,
            idle_in_transaction_session_timeout: options.idleMs ?? 30_000,
          };
    this.pool = new Pool({
      connectionString: options.url,
      max: options.size,
      pipeline: true,
      keepAlive: true,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: options.waitMs ?? 10_000,
      application_name: `kangmai ${options.name}${options.node === undefined ? '' : ` ${options.node}`}`,
      types: { getTypeParser: typeParser as typeof types.getTypeParser },
      ...limits,
      ...(options.stream && { stream: options.stream }),
    });
    // A broken connection is replaced; without listeners, idle or in use, it would end the process.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** @throws AppError `unavailable` when the queue is full or no connection became free in time. */
  async take(): Promise<PoolClient> {
    if (this.users >= this.options.size + this.options.mostWaiting) throw unavailable('server.busy');
    this.users += 1;
    try {
      return await this.pool.connect();
    } catch (error) {
      this.users -= 1;
      const allInUse = (error as Error).message.includes('timeout exceeded when trying to connect');
      throw unavailable(allInUse ? 'server.busy' : 'database.unreachable', { cause: error });
    }
  }

  /** A broken connection (with the error that broke it) is discarded. */
  giveBack(client: PoolClient, broken?: Error): void {
    this.users -= 1;
    client.release(broken);
  }

  get size(): number {
    return this.options.size;
  }

  figures(): PoolFigures {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { name: this.options.name, total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

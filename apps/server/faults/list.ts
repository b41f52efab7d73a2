import { kill } from './f01-kill.ts';
import { lostAnswer } from './f02-lost-answer.ts';
import { sideEffect } from './f03-side-effect.ts';
import { terminated } from './f04-sigterm.ts';
import { backendGone } from './f05-backend.ts';
import { postmasterGone } from './f06-postmaster.ts';
import { databaseDown } from './f07-database-down.ts';
import { databaseDiskFull } from './f08-disk-full.ts';
import { filesFull } from './f09-files-full.ts';
import { clockJumps } from './f13-clock.ts';
import { twoClocks } from './f14-two-clocks.ts';
import { duplicates } from './f16-duplicates.ts';
import { order } from './f17-order.ts';
import { rebinding } from './f18-rebinding.ts';
import { slowClients } from './f19-slow-clients.ts';
import { oversized } from './f20-oversized.ts';
import { malformed } from './f21-malformed.ts';
import { connectionFlood } from './f22-flood.ts';
import { droppedSocket } from './f23-dropped-socket.ts';
import { slowSocket } from './f24-slow-socket.ts';
import { twoNodes } from './f25-two-nodes.ts';
import { paused } from './f26-paused.ts';
import { poolExhausted } from './f28-pool.ts';
import { lockStorm } from './f29-locks.ts';
import { nthStatement } from './f30-nth-statement.ts';
import { migrationCrash } from './f31-migration.ts';
import { partitionCrash } from './f32-partitions.ts';
import { busyEnd } from './f33-busy-end.ts';
import { climbWithoutDatabase } from './f34-climb.ts';
import type { FaultRun } from './fault.ts';

/** Every fault that can be injected, in order. */
export const faults: readonly FaultRun[] = [
  kill,
  lostAnswer,
  sideEffect,
  terminated,
  backendGone,
  postmasterGone,
  databaseDown,
  databaseDiskFull,
  filesFull,
  clockJumps,
  twoClocks,
  duplicates,
  order,
  rebinding,
  slowClients,
  oversized,
  malformed,
  connectionFlood,
  droppedSocket,
  slowSocket,
  twoNodes,
  paused,
  poolExhausted,
  lockStorm,
  nthStatement,
  migrationCrash,
  partitionCrash,
  busyEnd,
  climbWithoutDatabase,
];

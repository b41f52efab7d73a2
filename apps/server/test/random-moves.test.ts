import { model } from '@kangmai/model';
import {
  type AnyResource,
  defineModel,
  hasOwnCall,
  type Move,
  movesBetween,
  movesOf,
  statesOf,
} from '@kangmai/resource';
import { draftTable } from '@kangmai/server/engine/schema/schema';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { randomCases } from '@kangmai/testkit/random-cases';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawFrom, drawnMachine, type Draw } from './random-machines.ts';

const machines = [11, 23, 37, 41, 59, 83].map(drawnMachine);
const all = defineModel([...model.resources, ...machines] as never);
const sequences = randomCases(2000);
const atOnce = 12;

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp({ model: all });
  const client = new pg.Client({ connectionString: app.urls.migrator });
  await client.connect();
  for (const machine of machines) await client.query(draftTable(machine, all));
  await client.end();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

/** What a row must be after the moves so far. */
interface Expected {
  readonly id: number;
  readonly machine: AnyResource;
  state: string;
  version: number;
  moved: number;
  note: string | null;
}

/** What an attempt must answer: a status with its reason, and the row's change if it is let through. */
interface Outcome {
  readonly status: number;
  readonly reason?: string;
  readonly to?: string;
  /** A save is written even where nothing changes. */
  readonly isSave?: boolean;
}

interface Attempt {
  readonly send: () => Promise<Answer<unknown>>;
  readonly outcome: Outcome;
  readonly takesNote: boolean;
}

const stale: Outcome = { status: 409, reason: 'row.changed' };
const unsound: Outcome = { status: 400, reason: 'validation.failed' };
const refused: Outcome = { status: 400, reason: 'state.not-allowed' };

interface Given {
  readonly body: { readonly [member: string]: unknown };
  readonly isStale: boolean;
  readonly hasReason: boolean;
}

const lacks = ({ input = {} }: Move, { hasReason }: Given): boolean => 'reason' in input && !hasReason;

function byOwnCall(row: Expected, [name, move]: readonly [string, Move], given: Given): Attempt {
  const { service } = row.machine.wire;
  return {
    send: () => admin.post(`${service}/${name.charAt(0).toUpperCase()}${name.slice(1)}`, given.body),
    outcome: lacks(move, given)
      ? unsound
      : given.isStale
        ? stale
        : move.from.includes(row.state)
          ? { status: 200, to: move.to }
          : refused,
    takesNote: 'note' in (move.input ?? {}),
  };
}

function toState(
  row: Expected,
  to: string,
  { given, isSave }: { readonly given: Given; readonly isSave: boolean },
): Attempt {
  const { machine, state } = row;
  const { service } = machine.wire;
  const body = { ...given.body, state: statesOf(machine).wireOf(to) };
  const [found] = movesBetween(machine, { from: state, to });
  return {
    send: () => (isSave ? admin.post(`${service}/CreateOrEdit`, body) : admin.put(`${service}/UpdateStatus`, body)),
    outcome: given.isStale
      ? stale
      : state === to
        ? { status: 200, isSave }
        : !found
          ? refused
          : lacks(found[1], given)
            ? unsound
            : { status: 200, to, isSave },
    // A save writes the note as a field of its own.
    takesNote: isSave || (state !== to && 'note' in (found?.[1].input ?? {})),
  };
}

function attempt(draw: Draw, row: Expected, step: number): Attempt {
  const { machine, version, id } = row;
  const [isStale, isSeen, hasReason] = [draw(12) === 0, draw(2) === 0, draw(4) > 0];
  const given: Given = {
    isStale,
    hasReason,
    body: {
      id,
      note: `步骤${step}`,
      ...(isStale ? { rowVersion: version - 1 } : isSeen ? { rowVersion: version } : {}),
      ...(hasReason && { reason: '按规定' }),
    },
  };
  const called = movesOf(machine).filter(([, move]) => hasOwnCall(move));
  const door = draw(3);
  if (door === 0 && called.length > 0) {
    const one = called[draw(called.length)];
    if (one) return byOwnCall(row, one, given);
  }
  const names = statesOf(machine).names;
  return toState(row, names[draw(names.length)] ?? '', { given, isSave: door === 2 });
}

async function walk(draw: Draw, row: Expected): Promise<void> {
  const steps = 1 + draw(5);
  for (let step = 0; step < steps; step += 1) {
    const from = row.state;
    const { send, outcome, takesNote } = attempt(draw, row, step);
    const answer = await send();
    expect([row.machine.name, row.id, from, answer.status, answer.error?.reason]).toEqual([
      row.machine.name,
      row.id,
      from,
      outcome.status,
      outcome.reason,
    ]);
    const isWritten = outcome.to !== undefined || outcome.isSave === true;
    if (!isWritten) continue;
    row.version += 1;
    if (outcome.to !== undefined) row.moved += 1;
    row.state = outcome.to ?? row.state;
    if (takesNote) row.note = `步骤${step}`;
  }
}

async function stored(machine: AnyResource): Promise<readonly Omit<Expected, 'machine'>[]> {
  const rows = await app.query<{ id: number; state: unknown; version: number; note: string | null; moved: number }>(
    'Alpha',
    `select r.id, r.state, r.row_version as version, r.note, (select count(*) from entity_change e where e.tenant_id = $1 and e.resource = $2 and e.row_id = r.id
       and e.kind = 'updated' and e.after ? 'state' and e.before->>'state' is distinct from e.after->>'state') as moved
     from "${machine.table}" r where r.tenant_id = $1 order by r.id`,
    [machine.name],
  );
  return rows.map((row) => ({ ...row, state: statesOf(machine).read(row.state) ?? '', moved: Number(row.moved) }));
}

test(`${sequences.length} of 2,000 random sequences of moves through every door end where a simple model says`, async () => {
  const rows: Expected[] = [];
  for (const machine of machines) rows.push(...(await plant(machine, Math.ceil(sequences.length / machines.length))));
  expect(rows.length).toBeGreaterThanOrEqual(sequences.length);
  const waiting = rows.map((row, at) => ({ row, draw: drawFrom((sequences[at] ?? at) * 7919 + 1) }));
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await walk(next.draw, next.row);
    }),
  );
  expect(rows.filter(({ moved }) => moved > 0).length).toBeGreaterThan(sequences.length / 2);
  for (const machine of machines)
    expect(await stored(machine)).toEqual(
      rows.filter((row) => row.machine === machine).map(({ machine: _own, ...row }) => row),
    );
  await endByClock(rows);
});

async function plant(machine: AnyResource, count: number): Promise<readonly Expected[]> {
  const found = await app.query<{ id: number }>(
    'Alpha',
    `insert into "${machine.table}" (tenant_id, state, created_at) select $1, $2, now() from generate_series(1, $3) returning id`,
    [statesOf(machine).wireOf('s0'), count],
  );
  return found.map(({ id }) => ({ id, machine, state: 's0', version: 1, moved: 0, note: null }));
}

/** Every other row falls due: the clock ends those in a state from which it leads, and no others. */
async function endByClock(rows: readonly Expected[]): Promise<void> {
  for (const machine of machines) {
    await app.query(
      'Alpha',
      `update "${machine.table}" set due_at = now() - interval '1 minute' where tenant_id = $1 and id % 2 = 0`,
    );
    const from: readonly string[] = movesOf(machine).find(([name]) => name === 'end')?.[1].from ?? [];
    const expected = rows
      .filter((row) => row.machine === machine)
      .map(({ id, state }) => [id, id % 2 === 0 && from.includes(state) ? 'ended' : state]);
    await expect
      .poll(async () => (await stored(machine)).map(({ id, state }) => [id, state]), { timeout: 60_000, interval: 250 })
      .toEqual(expected);
  }
}
